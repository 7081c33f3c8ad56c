import type { Metric } from "@/lib/metrics/metric";

/** What the registry says of a metric, without its function: this may travel to the browser. */
export type MetricInfo = Pick<
  Metric,
  "id" | "label" | "shortLabel" | "unit" | "better" | "counts" | "definition" | "place"
>;
