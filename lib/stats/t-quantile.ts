import quantile from "@stdlib/stats-base-dists-t-quantile";
import { requireFinite, requireOpenShare, requirePositive } from "@/lib/stats/preconditions";

/**
 * Student's t quantile: x with P(T <= x) = p at `df` > 0 degrees of freedom. Golden `qt`.
 * Throws RangeError for p outside (0, 1), df <= 0, or a quantile beyond the doubles.
 */
export function tQuantile(p: number, df: number): number {
  requireOpenShare("p", p);
  requirePositive("df", df);
  if (p === 0.5) return 0;
  return requireFinite("tQuantile", quantile(p, df));
}
