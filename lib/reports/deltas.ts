import type { Policy } from "@/lib/domain/policy";
import type { Metric } from "@/lib/metrics/metric";
import { METRICS } from "@/lib/metrics/registry";
import type { ArmReport } from "./arm-report";
import { attackContrasts } from "./attack-contrasts";
import type { Delta, Deltas } from "./comparison-report";
import { decompositionOf } from "./decomposition";
import { deltaOf } from "./delta";
import { flipsOf } from "./flips";
import type { PairedCase } from "./pair-arms";
import { priceOf } from "./price";
import type { ArmInput } from "./report-input";
import { seriesOf } from "./series";

/** Everything about the difference of two arms. For comparisons that the gates have opened, only. */
export function deltasOf(found: {
  cases: readonly PairedCase[];
  arms: { baseline: ArmReport; candidate: ArmReport };
  inputs: { baseline: ArmInput; candidate: ArmInput };
  policy: Policy;
}): Deltas {
  const { cases, arms, inputs, policy } = found;
  const weighed = [arms.baseline, arms.candidate].every(
    (arm) => arm.measurements["damage"]?.kind === "value",
  );
  const whole = weighed ? decompositionOf(cases) : null;
  return {
    metrics: CONTRASTS.flatMap((metric) => tested(metric, cases, arms, policy)),
    decomposition: whole?.decomposition ?? null,
    identity: whole?.identity ?? null,
    attacks: attackContrasts(cases, policy),
    flips: flipsOf(cases, inputs),
    price: priceOf(inputs.baseline, inputs.candidate, policy),
    series: seriesOf(inputs.baseline, inputs.candidate, policy),
  };
}

/**
 * The metrics whose difference is tested, the primary one first. Containment declares no contrast: it
 * is shown side by side and never tested (methods.md 6).
 */
const CONTRASTS = [
  ...METRICS.filter((metric) => metric.compared?.contrast === "primary"),
  ...METRICS.filter((metric) => metric.compared?.contrast === "secondary"),
];

function tested(
  metric: Metric,
  cases: readonly PairedCase[],
  arms: { baseline: ArmReport; candidate: ArmReport },
  policy: Policy,
): Delta[] {
  const known = [arms.baseline, arms.candidate].every(
    (arm) => arm.measurements[metric.id]?.kind === "value",
  );
  if (!known || metric.compared === undefined) return [];
  const delta = deltaOf(metric, metric.compared, cases, policy);
  if (delta === null) return [];
  const rule = arms.baseline.attributedByRule;
  return metric.ofWeights === true && rule !== undefined ? [{ ...delta, byRule: rule }] : [delta];
}
