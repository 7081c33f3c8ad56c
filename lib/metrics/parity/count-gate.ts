import {
  compareCounts,
  type CountLine,
  type CountPair,
  type GateMargin,
} from "@/lib/metrics/parity/compare-counts";

/** What a gate on missing things found: how many episodes lack the thing, and in how many cases. */
export type CountFacts = {
  /** Cases started in both arms, and of those the ones with an episode that lacks it. */
  cases: number;
  casesLacking: number;
  candidateStarted: number;
  baselineStarted: number;
};

export type CountFinding =
  /** No episode lacks it, so nothing need be shown. */
  "none" | "equivalent" | "too_few" | "differ";

/**
 * Do both arms lack something alike (methods.md 5)? The abort gate's rule on episodes without a witness,
 * or without a told outcome: an arm that lacks it more often would seem the safer. `count` is the
 * episodes of the case that lack it. Pure. Throws RangeError as `compareCounts` does.
 */
export function countGate(
  pairs: readonly CountPair[],
  policy: GateMargin,
): { finding: CountFinding; line: CountLine } {
  const line = compareCounts(pairs, policy);
  if (line.candidateCount + line.baselineCount === 0) return { finding: "none", line };
  switch (line.finding) {
    case "bad":
      return { finding: "differ", line };
    case "unclear":
      return { finding: "too_few", line };
    case "ok":
      return { finding: "equivalent", line };
  }
}

export function countFacts(pairs: readonly CountPair[]): CountFacts {
  return {
    cases: pairs.length,
    casesLacking: pairs.filter(({ candidate, baseline }) => candidate.count + baseline.count > 0)
      .length,
    candidateStarted: pairs.reduce((sum, { candidate }) => sum + candidate.started, 0),
    baselineStarted: pairs.reduce((sum, { baseline }) => sum + baseline.started, 0),
  };
}
