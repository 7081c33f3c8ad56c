import type { Split } from "@/lib/domain/records";
import type { Metric } from "@/lib/metrics/metric";

/** What the registry says of a metric, without its function: this may travel to the browser. */
export type MetricInfo = Pick<
  Metric,
  "id" | "label" | "shortLabel" | "unit" | "better" | "counts" | "definition" | "place"
> & {
  /** The split whose cases pay it; absent: it is no part of the price of a guardrail. */
  price?: Split;
};
