import cdf from "@stdlib/stats-base-dists-binomial-cdf";
import { requireFinite, requireHits, requireShare } from "@/lib/stats/preconditions";

/**
 * P(X <= k) for X binomial with n draws of probability `p`. Far tails may underflow to 0.
 * Throws RangeError unless 0 <= k <= n are whole and p is a share.
 */
export function binomialCdf(k: number, n: number, p: number): number {
  requireHits(k, n);
  requireShare("p", p);
  return requireFinite("binomialCdf", cdf(k, n, p));
}
