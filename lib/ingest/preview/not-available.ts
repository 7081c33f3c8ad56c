import type { ImportPreview } from "@/lib/domain/import-preview";
import { DEFAULT_POLICY } from "@/lib/domain/policy";
import type { Manifest } from "@/lib/domain/records";
import type { Tally } from "@/lib/domain/tally";
import { METRICS } from "@/lib/metrics/registry";

/** So many arms are measured: a preview says what is missing, it is no report. */
const MAX_ARMS = 50;

/** Which metrics would have no figure, by the reason that they give, and in how many arms. */
export function notAvailableIn(
  arms: Iterable<readonly Tally[]>,
  manifest: Manifest | undefined,
): ImportPreview["notAvailable"] {
  const settings = { confidence: DEFAULT_POLICY.confidence, manifest };
  /** By reason, each metric's label with its number of arms. */
  const reasons = new Map<string, Map<string, number>>();
  let measured = 0;
  for (const tallies of arms) {
    if (measured === MAX_ARMS) break;
    measured += 1;
    for (const metric of METRICS) {
      const measurement = metric.measure(tallies, settings);
      if (measurement.kind !== "na") continue;
      const labels = reasons.get(measurement.reason) ?? new Map<string, number>();
      reasons.set(measurement.reason, labels);
      labels.set(metric.label, (labels.get(metric.label) ?? 0) + 1);
    }
  }
  return [...reasons].map(([reason, labels]) => ({
    reason,
    metrics: [...labels.keys()],
    arms: Math.max(...labels.values()),
  }));
}
