import { describe, expect, it } from "vitest";
import { denied, died, quiet, ran } from "@/lib/testing/episodes";
import { measured } from "@/lib/testing/measured";
import { withoutCalls } from "./without-calls";

describe("no tool was called", () => {
  it("counts started episodes without a call; a denied call is one", () => {
    const found = measured(withoutCalls, [
      { case: "a", episodes: [quiet(), quiet(denied("send_email")), quiet(ran("read_inbox"))] },
      { case: "b", episodes: [died(), died({ calls: [ran("read_inbox")] })] },
    ]);
    expect(found).toMatchObject({ value: 0.4, numerator: 2, denominator: 5 });
  });

  it("is n/a when nothing was started", () => {
    expect(measured(withoutCalls, [{ case: "a", split: "benign", episodes: [quiet()] }])).toEqual({
      kind: "na",
      reason: "No attack case was run in this arm.",
    });
  });
});
