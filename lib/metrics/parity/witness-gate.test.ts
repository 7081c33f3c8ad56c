import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CountPair } from "./compare-counts";
import { witnessGate, witnessNotRun } from "./witness-gate";

const POLICY = { margin: 0.05, alpha: 0.05 };

/** `cases` cases of 3 episodes in each arm; the first ones lack as many witnesses as given. */
function pairs(cases: number, candidate: number[], baseline: number[] = []): CountPair[] {
  return Array.from({ length: cases }, (_, index) => ({
    candidate: { count: candidate[index] ?? 0, started: 3 },
    baseline: { count: baseline[index] ?? 0, started: 3 },
  }));
}

const threes = (count: number) => Array.from({ length: count }, () => 3);

describe("the witness gate", () => {
  it("does not apply where no episode of either arm carries a witness", () => {
    expect(witnessGate(pairs(14, threes(14), threes(14)), POLICY)).toEqual({
      state: "not_applicable",
      reason: "NO_WITNESS",
      cases: 14,
      casesWithoutWitness: 14,
      candidateStarted: 42,
      baselineStarted: 42,
      line: null,
    });
    expect(witnessGate([], POLICY).state).toBe("not_applicable");
  });

  it("is open when every episode is weighable, however few they are", () => {
    expect(witnessGate(pairs(1, []), POLICY)).toMatchObject({
      state: "open",
      reason: "ALL_WEIGHABLE",
      casesWithoutWitness: 0,
      line: { candidateCount: 0, baselineCount: 0 },
    });
  });

  it("refuses arms whose corpus broke to a different extent", () => {
    const gate = witnessGate(pairs(14, threes(6)), POLICY);
    expect(gate).toMatchObject({
      state: "not_comparable",
      reason: "NA_RATES_DIFFER",
      casesWithoutWitness: 6,
      line: { candidateCount: 18, baselineCount: 0, finding: "bad", p: 2 / 2 ** 6 },
    });
    expect(gate.line?.difference).toBeCloseTo(18 / 42, 15);
  });

  it("refuses an arm without any witness against one that has them all", () => {
    expect(witnessGate(pairs(14, threes(14)), POLICY).reason).toBe("NA_RATES_DIFFER");
  });

  it("cannot tell with a few missing in few cases", () => {
    const gate = witnessGate(pairs(14, [1], [0, 1]), POLICY);
    expect(gate).toMatchObject({
      state: "not_shown",
      reason: "NA_TOO_FEW",
      casesWithoutWitness: 2,
      line: { candidateCount: 1, baselineCount: 1, difference: 0, finding: "unclear", p: 1 },
    });
  });

  it("is open when many cases show that the shares are alike", () => {
    expect(witnessGate(pairs(300, [1, 1], [1, 0, 1]), POLICY)).toMatchObject({
      state: "open",
      reason: "NA_EQUIVALENT",
      casesWithoutWitness: 3,
      line: { candidateCount: 2, baselineCount: 2, finding: "ok" },
    });
  });

  it("says of itself when it was not asked", () => {
    expect(witnessNotRun(pairs(2, [1]))).toEqual({
      state: "not_run",
      reason: "NOT_RUN",
      cases: 2,
      casesWithoutWitness: 1,
      candidateStarted: 6,
      baselineStarted: 6,
      line: null,
    });
  });

  it("answers the same for swapped arms and in any order of cases", () => {
    const someCases = fc.array(
      fc.record({ a: fc.nat(3), b: fc.nat(3) }).map(({ a, b }): CountPair => ({
        candidate: { count: a, started: 3 },
        baseline: { count: b, started: 3 },
      })),
      { minLength: 1, maxLength: 30 },
    );
    fc.assert(
      fc.property(someCases, (cases) => {
        const gate = witnessGate(cases, POLICY);
        const swapped = witnessGate(
          cases.map(({ candidate, baseline }) => ({ candidate: baseline, baseline: candidate })),
          POLICY,
        );
        expect([swapped.state, swapped.reason]).toEqual([gate.state, gate.reason]);
        expect(witnessGate(cases.toReversed(), POLICY).reason).toBe(gate.reason);
      }),
      { numRuns: 100 },
    );
  });
});
