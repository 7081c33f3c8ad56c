import type { Measurement } from "@/lib/domain/measurement";
import type { Manifest } from "@/lib/domain/records";
import type { Metric } from "@/lib/metrics/metric";
import { SUPPORT_MANIFEST } from "@/lib/reports/worked-campaigns";
import { type CaseSketch, talliesOf } from "./tallies";

/** What a metric says of sketched cases, at 95 %, under the article's manifest unless another is given. */
export function measured(
  metric: Metric,
  cases: readonly CaseSketch[],
  manifest: Manifest = SUPPORT_MANIFEST,
): Measurement {
  return metric.measure(talliesOf(cases, { manifest }), { confidence: 0.95, manifest });
}

/** The limits of a measurement that must carry an interval; throws when it does not. */
export function limitsOf(measurement: Measurement): [lo: number, hi: number] {
  if (measurement.kind === "na" || measurement.interval === null) {
    throw new Error(`no interval: ${JSON.stringify(measurement)}`);
  }
  return [measurement.interval.lo, measurement.interval.hi];
}
