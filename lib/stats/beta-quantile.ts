import quantile from "@stdlib/stats-base-dists-beta-quantile";
import { requireFinite, requireOpenShare, requirePositive } from "@/lib/stats/preconditions";

/**
 * The beta quantile: x in [0, 1] with P(X <= x) = p for shapes a, b > 0. Golden `qbeta`.
 * Throws RangeError for p outside (0, 1) or a shape that is not above 0.
 */
export function betaQuantile(p: number, a: number, b: number): number {
  requireOpenShare("p", p);
  requirePositive("a", a);
  requirePositive("b", b);
  return requireFinite("betaQuantile", quantile(p, a, b));
}
