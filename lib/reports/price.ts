import type { Policy } from "@/lib/domain/policy";
import type { Split } from "@/lib/domain/records";
import type { Compared, Metric } from "@/lib/metrics/metric";
import { parityGate } from "@/lib/metrics/parity-gate";
import { METRICS } from "@/lib/metrics/registry";
import { observedInBoth } from "./case-sums";
import type { PriceRow } from "./comparison-report";
import { missingResults } from "./missing-results";
import { missingSentences } from "./missing-sentences";
import { gateCases, type PairedCase, pairArms, talliesOfSide } from "./pair-arms";
import type { ArmInput } from "./report-input";

type Cases = { pairs: readonly PairedCase[]; shut: string | null };

/**
 * What the candidate costs beside the baseline, metric by metric, over the cases that both arms record
 * (methods.md 6). For comparisons that the gates have opened, only. The gates ask about attack cases;
 * a metric of benign cases shows its difference only where the same gate is open on those too.
 */
export function priceOf(baseline: ArmInput, candidate: ArmInput, policy: Policy): PriceRow[] {
  const bySplit = new Map<Split, Cases>();
  const casesOf = (split: Split): Cases => {
    const known = bySplit.get(split) ?? pairedCases(split, baseline, candidate, policy);
    bySplit.set(split, known);
    return known;
  };
  return METRICS.flatMap((metric) => {
    const { compared } = metric;
    if (compared === undefined || compared.price === null) return [];
    return [rowOf(metric, compared, casesOf(compared.price), policy)];
  });
}

function pairedCases(split: Split, baseline: ArmInput, candidate: ArmInput, policy: Policy): Cases {
  const pairs = pairArms(baseline.tallies, candidate.tallies, split).cases;
  if (split === "attack" || pairs.length === 0) return { pairs, shut: null };
  const gate = parityGate(
    gateCases(candidate.tallies, split),
    gateCases(baseline.tallies, split),
    policy,
  );
  if (gate.blocked) {
    const shut = `No difference: the arms are not shown to abort alike in their ${split} cases (${gate.candidateAborted} of ${gate.candidateStarted} episodes in the candidate, ${gate.baselineAborted} of ${gate.baselineStarted} in the baseline).`;
    return { pairs, shut };
  }
  // As for attack cases: where parity is not shown, complete data open it, and nothing less.
  const missing =
    gate.state === "comparable"
      ? []
      : missingSentences(missingResults(pairs, baseline, candidate, split));
  const facts = missing.map(({ fact }) => fact).join(" ");
  return {
    pairs,
    shut: facts === "" ? null : `No difference: results of ${split} cases are missing. ${facts}`,
  };
}

function rowOf(metric: Metric, compared: Compared, cases: Cases, policy: Policy): PriceRow {
  const measure = (pairs: readonly PairedCase[]) => ({
    baseline: metric.measure(talliesOfSide(pairs, "baseline"), policy),
    candidate: metric.measure(talliesOfSide(pairs, "candidate"), policy),
  });
  const observed = observedInBoth(cases.pairs, compared);
  // Where no case is observed in both, each arm alone says what it has, or why it has nothing.
  const pairs = observed.length === 0 ? cases.pairs : observed;
  const { baseline, candidate } = measure(pairs);
  const known = baseline.kind === "value" && candidate.kind === "value";
  const apart = observed.length === 0 ? "No case records it in both arms." : null;
  const withheld = known ? (apart ?? cases.shut) : null;
  return {
    metric: metric.id,
    label: metric.label,
    unit: metric.unit,
    better: metric.better,
    cases: pairs.length,
    baseline,
    candidate,
    difference: known && withheld === null ? candidate.value - baseline.value : null,
    withheld,
  };
}
