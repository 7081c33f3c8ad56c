import { normalQuantile } from "@/lib/stats/normal-quantile";
import { requireOpenShare } from "@/lib/stats/preconditions";

/**
 * The least effective size an arm needs to be shown comparable when neither arm aborts: Wilson's
 * 1 - 2 alpha upper limit of 0/n must lie below the margin `delta` (methods.md 5 and 8). Golden
 * `nParityZeroAborts`; 52 at 5 points.
 * Throws RangeError unless delta is in (0, 1) and alpha in (0, 0.5).
 */
export function nParityZeroAborts(delta: number, alpha: number): number {
  requireOpenShare("delta", delta);
  requireOpenShare("2 alpha", 2 * alpha);
  const z = normalQuantile(1 - alpha);
  return Math.floor((z * z * (1 - delta)) / delta) + 1;
}
