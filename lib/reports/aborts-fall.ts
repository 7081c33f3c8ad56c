import { plural, wholePercent } from "@/lib/format/numbers";
import { total } from "@/lib/metrics/measuring/by-case";
import type { ParityGate } from "@/lib/metrics/parity-gate";
import type { CaseAborts, ComparisonReport } from "./comparison-report";
import { type PairedCase, talliesOfSide } from "./pair-arms";
import { promptLengthFinding } from "./prompt-lengths";

/** Where the aborts fall: a diagnosis, shown always, that never opens the gate (methods.md 5). */
export function abortsFall(
  cases: readonly PairedCase[],
  gate: ParityGate,
): ComparisonReport["abortsFall"] {
  const byCase = cases
    .map(abortsOfCase)
    .filter((entry) => abortsOf(entry) > 0)
    .toSorted((a, b) => abortsOf(b) - abortsOf(a) || (a.case < b.case ? -1 : 1));
  const aborted = byCase.reduce((sum, entry) => sum + abortsOf(entry), 0);
  const [first, second] = byCase;
  const topTwo = (first ? abortsOf(first) : 0) + (second ? abortsOf(second) : 0);
  const topTwoShare = aborted === 0 ? null : topTwo / aborted;
  return {
    aborted,
    casesWithAborts: byCase.length,
    topTwoShare,
    byCase,
    meanGap: meanGap(cases),
    promptLengths: {
      baseline: promptLengthFinding(talliesOfSide(cases, "baseline")),
      candidate: promptLengthFinding(talliesOfSide(cases, "candidate")),
    },
    sentence: sentenceOf(cases.length, { aborted, cases: byCase.length, topTwoShare }, gate),
  };
}

/** Common cases with an aborted episode in either arm. */
export function casesWithAborts(cases: readonly PairedCase[]): number {
  return cases.filter((pair) => abortsOf(abortsOfCase(pair)) > 0).length;
}

function abortsOfCase(pair: PairedCase): CaseAborts {
  const side = (tallies: PairedCase["baseline"]) => ({
    aborted: total(tallies, (tally) => tally.aborted),
    started: total(tallies, (tally) => tally.started),
  });
  return { case: pair.case, baseline: side(pair.baseline), candidate: side(pair.candidate) };
}

function abortsOf({ baseline, candidate }: CaseAborts): number {
  return baseline.aborted + candidate.aborted;
}

/** Equal totals can hide that other cases died: the mean gap by case cannot. */
function meanGap(cases: readonly PairedCase[]): number | null {
  if (cases.length === 0) return null;
  const gaps = cases.map(abortsOfCase).map(({ baseline, candidate }) => {
    const before = baseline.aborted / baseline.started;
    return Math.abs(candidate.aborted / candidate.started - before);
  });
  return gaps.reduce((sum, gap) => sum + gap, 0) / cases.length;
}

function sentenceOf(
  commonCases: number,
  found: { aborted: number; cases: number; topTwoShare: number | null },
  gate: ParityGate,
): string {
  if (found.topTwoShare === null) return "No episode of the common cases was aborted.";
  const lost = gate.lostCases.length;
  return `${plural(found.aborted, "aborted episode")} in ${found.cases} of ${plural(commonCases, "common case")}; the two heaviest hold ${wholePercent(found.topTwoShare)}. ${plural(lost, "case is", "cases are")} lost to the comparison.`;
}
