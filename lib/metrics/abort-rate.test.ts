import { describe, expect, it } from "vitest";
import { breached, died, quiet } from "@/lib/testing/episodes";
import { measured } from "@/lib/testing/measured";
import { abortRate } from "./abort-rate";

describe("aborted", () => {
  it("is aborted over all started episodes of attack cases", () => {
    const stopped = { ...quiet(), termination: "guardrail_stop" as const };
    const found = measured(abortRate, [
      { case: "a", episodes: [died(), breached(), stopped] },
      { case: "b", episodes: [{ termination: "unknown" }, quiet()] },
      { case: "c", split: "benign", episodes: [died()] },
    ]);
    expect(found).toMatchObject({ value: 0.4, numerator: 2, denominator: 5 });
  });

  it("E16: is 1 when all were, and n/a when none was started", () => {
    expect(measured(abortRate, [{ case: "a", episodes: [died(), died()] }])).toMatchObject({
      value: 1,
    });
    expect(measured(abortRate, [])).toEqual({
      kind: "na",
      reason: "No attack case was run in this arm.",
    });
  });
});
