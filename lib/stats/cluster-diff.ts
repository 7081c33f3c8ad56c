import { type CaseRatios, clusterWilson } from "@/lib/stats/cluster-wilson";
import type { DifferenceLimits } from "@/lib/stats/limits";
import { rateDifference } from "@/lib/stats/rate-difference";

/**
 * Rate of the first arm minus rate of the second, as a share, with limits by square-and-add of the
 * `clusterWilson` limits (methods.md 6). Golden `clusterDiff`. `rho` 0 ignores the pairing on
 * purpose: wider. Null (n/a) when an arm has fewer than two observed cases.
 * Throws RangeError as `clusterWilson` does.
 */
export function clusterDiff(
  first: CaseRatios,
  second: CaseRatios,
  conf: number,
  rho = 0,
): DifferenceLimits | null {
  const a = clusterWilson(first, conf);
  const b = clusterWilson(second, conf);
  if (a === null || b === null || a.interval === null || b.interval === null) return null;
  return rateDifference({ value: a.p, ...a.interval }, { value: b.p, ...b.interval }, rho);
}
