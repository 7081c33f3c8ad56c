import type { MetricInfo } from "@/components/ui/metric-info";
import { METRICS } from "@/lib/metrics/registry";

/** The registry without its functions, in its order: what pages and their client leaves need. */
export const METRIC_INFOS: readonly MetricInfo[] = METRICS.map(
  ({ id, label, shortLabel, unit, better, counts, definition, place, compared }) => ({
    id,
    label,
    shortLabel,
    unit,
    better,
    counts,
    definition,
    place,
    ...(compared?.price ? { price: compared.price } : {}),
  }),
);
