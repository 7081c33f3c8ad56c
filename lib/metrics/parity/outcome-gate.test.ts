import { describe, expect, it } from "vitest";
import { outcomeGate, type OutcomePair, outcomesNotAsked } from "./outcome-gate";

const POLICY = { margin: 0.05, alpha: 0.05 };

/** `cases` cases of 2 episodes in each arm; the first ones leave as many outcomes untold as given. */
function pairs(cases: number, candidate: number[], baseline: number[] = []): OutcomePair[] {
  return Array.from({ length: cases }, (_, index) => {
    const [after, before] = [candidate[index] ?? 0, baseline[index] ?? 0];
    return {
      candidate: { count: after, started: 2 },
      baseline: { count: before, started: 2 },
      decided: 4 - after - before,
    };
  });
}

const each = (cases: number, count: number) => Array.from({ length: cases }, () => count);

describe("the outcome gate", () => {
  it("is open without a test where every outcome is told, however few they are", () => {
    expect(outcomeGate(pairs(1, []), POLICY)).toMatchObject({ state: "open", reason: "ALL_TOLD" });
  });

  it("refuses an arm that tells half of its outcomes against one that tells all", () => {
    expect(outcomeGate(pairs(14, each(14, 1)), POLICY)).toMatchObject({
      state: "not_comparable",
      reason: "UNTOLD_RATES_DIFFER",
      cases: 14,
      casesUntold: 14,
      candidateStarted: 28,
      baselineStarted: 28,
      line: { candidateCount: 14, baselineCount: 0, difference: 0.5, finding: "bad" },
    });
  });

  it("cannot tell with one untold outcome in few cases", () => {
    expect(outcomeGate(pairs(14, [1]), POLICY)).toMatchObject({
      state: "not_shown",
      reason: "UNTOLD_TOO_FEW",
      casesUntold: 1,
    });
  });

  it("is open when many cases show that both arms leave as few untold", () => {
    expect(outcomeGate(pairs(400, [1, 1], [1, 0, 1]), POLICY)).toMatchObject({
      state: "open",
      reason: "UNTOLD_EQUIVALENT",
    });
  });

  it("does not apply where neither arm tells any outcome, but does where one tells some", () => {
    expect(outcomeGate(pairs(14, each(14, 2), each(14, 2)), POLICY)).toMatchObject({
      state: "not_applicable",
      reason: "NO_OUTCOME",
      line: null,
    });
    expect(outcomeGate([], POLICY).state).toBe("not_applicable");
    expect(outcomeGate(pairs(14, each(14, 2)), POLICY).reason).toBe("UNTOLD_RATES_DIFFER");
  });

  it("says of itself when it was not asked", () => {
    expect(outcomesNotAsked(pairs(2, [1]))).toEqual({
      state: "not_run",
      reason: "NOT_RUN",
      cases: 2,
      casesUntold: 1,
      candidateStarted: 4,
      baselineStarted: 4,
      line: null,
    });
  });
});
