import { plural, wholePercent } from "@/lib/format/numbers";
import { total } from "@/lib/metrics/measuring/by-case";
import type { ParityGate } from "@/lib/metrics/parity-gate";
import type { ComparisonReport } from "./comparison-report";
import type { PairedCase } from "./pair-arms";

/** Where the aborts fall: a diagnosis, shown always, that never opens the gate (methods.md 5). */
export function abortsFall(
  cases: readonly PairedCase[],
  gate: ParityGate,
): ComparisonReport["abortsFall"] {
  const counts = cases.map(abortsOf).toSorted((a, b) => b - a);
  const aborted = counts.reduce((sum, count) => sum + count, 0);
  const casesAborting = casesWithAborts(cases);
  if (aborted === 0) {
    return {
      aborted,
      casesWithAborts: 0,
      topTwoShare: null,
      sentence: "No episode of the common cases was aborted.",
    };
  }
  const topTwoShare = ((counts[0] ?? 0) + (counts[1] ?? 0)) / aborted;
  const lost = gate.lostCases.length;
  return {
    aborted,
    casesWithAborts: casesAborting,
    topTwoShare,
    sentence: `${plural(aborted, "aborted episode")} in ${casesAborting} of ${plural(cases.length, "common case")}; the two heaviest hold ${wholePercent(topTwoShare)}. ${plural(lost, "case is", "cases are")} lost to the comparison.`,
  };
}

/** Common cases with an aborted episode in either arm. */
export function casesWithAborts(cases: readonly PairedCase[]): number {
  return cases.filter((pair) => abortsOf(pair) > 0).length;
}

function abortsOf(pair: PairedCase): number {
  return total([...pair.baseline, ...pair.candidate], (tally) => tally.aborted);
}
