import { describe, expect, it } from "vitest";
import { breached, died, quiet } from "@/lib/testing/episodes";
import { talliesOf } from "@/lib/testing/tallies";
import { caseHits, shareOfCases } from "./share-of-cases";

describe("hits by case", () => {
  it("pools the tallies of a case and leaves out what was not decided", () => {
    const tallies = talliesOf([
      { case: "a", episodes: [breached(), quiet(), died({ attackerAction: true })] },
      { case: "b", episodes: [died(), { termination: "task_done" }] },
      { case: "a", episodes: [quiet()] },
    ]);
    expect(caseHits(tallies)).toEqual([{ hits: 1, replicas: 3 }]);
  });
});

describe("a share of cases", () => {
  it("carries Clopper-Pearson's limits: 1 of 2", () => {
    const found = shareOfCases(1, 2, 0.95, "none");
    expect(found).toMatchObject({
      kind: "value",
      value: 0.5,
      numerator: 1,
      denominator: 2,
      interval: { level: 0.95, method: "Clopper-Pearson on cases" },
    });
    // P(X >= 1 of 2) = 1 - (1 - lo)² = 0.025, and the upper limit mirrors it.
    const lo = 1 - Math.sqrt(0.975);
    if (found.kind === "na" || found.interval === null) throw new Error("n/a");
    expect(found.interval.lo).toBeCloseTo(lo, 12);
    expect(found.interval.hi).toBeCloseTo(1 - lo, 12);
  });

  it("is n/a with the reason given when there is no case", () => {
    expect(shareOfCases(0, 0, 0.95, "Nothing ran.")).toEqual({
      kind: "na",
      reason: "Nothing ran.",
    });
  });
});
