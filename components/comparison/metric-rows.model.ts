import type { Measurement } from "@/lib/domain/measurement";

/** A line of a table of metrics: one metric, or all that are n/a for the same reasons. */
export type MetricRow<M> =
  | { kind: "metric"; metric: M; measurements: Measurement[] }
  | { kind: "na"; labels: string[]; reasons: string[] };

/** Metrics that no arm has, for the same reasons, share one line at the end; the others keep their order. */
export function metricRows<M extends { id: string; label: string }>(
  metrics: readonly M[],
  arms: readonly { measurements: Record<string, Measurement> }[],
): MetricRow<M>[] {
  const rows: MetricRow<M>[] = [];
  const missing = new Map<string, { kind: "na"; labels: string[]; reasons: string[] }>();
  for (const metric of metrics) {
    const measurements = arms.flatMap((arm) => arm.measurements[metric.id] ?? []);
    if (measurements.length < arms.length) continue;
    const reasons = measurements.flatMap((one) => (one.kind === "na" ? [one.reason] : []));
    if (reasons.length < arms.length) {
      rows.push({ kind: "metric", metric, measurements });
      continue;
    }
    const key = JSON.stringify(reasons);
    const known = missing.get(key);
    if (known === undefined) missing.set(key, { kind: "na", labels: [metric.label], reasons });
    else known.labels.push(metric.label);
  }
  return [...rows, ...missing.values()];
}
