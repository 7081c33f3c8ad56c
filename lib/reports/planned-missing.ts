import type { Split } from "@/lib/domain/records";
import { groupBy, ofSplit, total } from "@/lib/metrics/measuring/by-case";
import type { PairedCase } from "./pair-arms";
import { type ArmInput, membersOf } from "./report-input";

/** Planned episodes of the common cases that were never started, and how many cases lack some. */
export type PlannedMissing = { baseline: number; candidate: number; cases: number };

/**
 * Complete data need more than no abort: every planned episode was started (methods.md 5). Counted
 * campaign by campaign, so that one campaign's extra replicas do not fill another's gap. A campaign
 * that records no plan misses nothing.
 */
export function plannedMissing(
  cases: readonly PairedCase[],
  baseline: ArmInput,
  candidate: ArmInput,
  split: Split = "attack",
): PlannedMissing {
  const before = missingByCase(cases, baseline, split);
  const after = missingByCase(cases, candidate, split);
  return {
    baseline: before.reduce((sum, count) => sum + count, 0),
    candidate: after.reduce((sum, count) => sum + count, 0),
    cases: cases.filter((_, index) => (before[index] ?? 0) + (after[index] ?? 0) > 0).length,
  };
}

function missingByCase(cases: readonly PairedCase[], input: ArmInput, split: Split): number[] {
  const missing = cases.map(() => 0);
  for (const { campaign, tallies } of membersOf(input)) {
    const planned = campaign.planned?.replicasPerCase ?? 0;
    const byCase = groupBy(ofSplit(tallies, split), (tally) => tally.case);
    cases.forEach((pair, index) => {
      const started = total(byCase.get(pair.case) ?? [], (tally) => tally.started);
      missing[index] = (missing[index] ?? 0) + Math.max(0, planned - started);
    });
  }
  return missing;
}
