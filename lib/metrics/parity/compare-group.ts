import {
  compareCounts,
  type CountLine,
  type GateFinding,
  type GateMargin,
} from "@/lib/metrics/parity/compare-counts";
import type { GateGroupName, GatePair } from "@/lib/metrics/parity/pair-cases";

/** The evidence on one line: abort counts, abort rates (shares), and their difference. */
export type GateGroup = Pick<
  CountLine,
  "candidateRate" | "baselineRate" | "difference" | "lo" | "hi" | "p"
> & {
  group: GateGroupName;
  candidateAborts: number;
  baselineAborts: number;
  finding: GateFinding;
};

/** One line of the abort gate over the cases of both arms (methods.md 5). */
export function compareGroup(
  group: GateGroupName,
  pairs: readonly GatePair[],
  policy: GateMargin,
): GateGroup {
  const { candidateCount, baselineCount, ...line } = compareCounts(
    pairs.map(({ candidate, baseline }) => ({
      candidate: { count: candidate.aborts[group], started: candidate.started },
      baseline: { count: baseline.aborts[group], started: baseline.started },
    })),
    policy,
  );
  return { group, candidateAborts: candidateCount, baselineAborts: baselineCount, ...line };
}
