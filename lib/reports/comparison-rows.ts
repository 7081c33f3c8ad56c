import type { Measurement } from "@/lib/domain/measurement";
import {
  differenceLimits,
  evidence,
  intervalWithLevel,
  measured,
  signedInUnit,
} from "@/lib/format/measurement";
import { percent } from "@/lib/format/numbers";
import type { Metric } from "@/lib/metrics/metric";
import { METRICS } from "@/lib/metrics/registry";
import type { ComparisonReport, Delta } from "./comparison-report";

/** One headline metric of two arms in words. `difference` is null wherever none may be shown. */
export type ComparisonRow = {
  label: string;
  baseline: string;
  candidate: string;
  difference: string | null;
};

/**
 * The headline metrics of a comparison in words, for where there is no page: the command line and the
 * summary of a pull request. Each figure comes with its denominator and interval, n/a with its reason.
 */
export function comparisonRows(report: ComparisonReport): ComparisonRow[] {
  const { comparison, baseline, candidate } = report;
  const deltas = comparison.state === "comparable" ? comparison.deltas.metrics : [];
  return METRICS.filter((metric) => metric.place === "headline").flatMap((metric) => {
    const [before, after] = [baseline.measurements[metric.id], candidate.measurements[metric.id]];
    if (before === undefined || after === undefined) return [];
    const delta = deltas.find((one) => one.metric === metric.id);
    return {
      label: metric.label,
      baseline: figure(before, metric),
      candidate: figure(after, metric),
      difference: delta === undefined ? null : differenceOf(delta),
    };
  });
}

function figure(measurement: Measurement, metric: Metric): string {
  if (measurement.kind === "na") return `n/a: ${measurement.reason}`;
  const interval =
    measurement.interval === null || measurement.interval === undefined
      ? []
      : [intervalWithLevel(measurement.interval, metric.unit)];
  const behind = [evidence(measurement), ...interval].join("; ");
  return `${measured(measurement, metric.unit)} (${behind})`;
}

/** Over the cases observed in both arms, which may be fewer than those of each arm's own figure. */
function differenceOf({
  difference,
  interval,
  unit,
  reading,
  differingCases,
  cases,
}: Delta): string {
  const limits =
    interval === null
      ? "no interval"
      : `${differenceLimits(interval, unit)} at ${percent(interval.level)}`;
  return `${signedInUnit(difference, unit)} (${limits}; ${differingCases} of ${cases} cases differ): ${reading}`;
}
