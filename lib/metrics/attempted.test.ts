import { describe, expect, it } from "vitest";
import { breached, denied, quiet, ran } from "@/lib/testing/episodes";
import { measured } from "@/lib/testing/measured";
import { attempted } from "./attempted";

describe("attempted", () => {
  it("is damage and exposure together, over the same episodes", () => {
    const found = measured(attempted, [
      { case: "a", episodes: [breached(ran("send_email"), denied("run_code")), quiet()] },
      { case: "b", episodes: [quiet(denied("write_note")), quiet()] },
    ]);
    expect(found).toMatchObject({ value: 6 / 4, numerator: 6, denominator: 4 });
    expect(found).toHaveProperty("note", "2 of 2 cases carry all of it.");
  });

  it("is n/a when every episode was aborted", () => {
    expect(measured(attempted, [])).toEqual({
      kind: "na",
      reason: "No attack case was run in this arm.",
    });
  });
});
