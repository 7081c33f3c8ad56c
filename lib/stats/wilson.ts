import type { Limits } from "@/lib/stats/limits";
import { requireHits } from "@/lib/stats/preconditions";
import { wilsonOfRate } from "@/lib/stats/wilson-of-rate";

/**
 * Wilson's score interval for k hits among n independent units, as shares (Wilson 1927). Golden
 * `wilson`. Null (n/a) when n = 0. With replicas of the same cases use `clusterWilson` instead:
 * this one is too narrow there (methods.md 3).
 * Throws RangeError unless 0 <= k <= n are whole and conf is in (0, 1).
 */
export function wilson(k: number, n: number, conf: number): Limits | null {
  requireHits(k, n);
  return n === 0 ? null : wilsonOfRate(k / n, n, conf);
}
