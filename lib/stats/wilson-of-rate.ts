import type { Limits } from "@/lib/stats/limits";
import { normalQuantile } from "@/lib/stats/normal-quantile";
import { requireOpenShare, requirePositive, requireShare } from "@/lib/stats/preconditions";

/**
 * Wilson's score limits for a rate `p` seen on `n` units, where n need not be whole: an effective
 * size is welcome (methods.md 3.1; Wilson 1927; Franco et al. 2019). No continuity correction.
 * The lower limit is written as p²/(p + z²/2n + root), which loses no digits near 0; it is exactly
 * 0 at p = 0, and the upper one exactly 1 at p = 1.
 * Throws RangeError for p outside [0, 1], n <= 0 or conf outside (0, 1).
 */
export function wilsonOfRate(p: number, n: number, conf: number): Limits {
  requireShare("p", p);
  requirePositive("n", n);
  requireOpenShare("conf", conf);
  const z = normalQuantile((1 + conf) / 2);
  const half = (z * z) / (2 * n);
  const top = p + half + z * Math.sqrt((p * (1 - p)) / n + (half / n) * 0.5);
  const hi = top / (1 + 2 * half);
  return { lo: Math.min((p * p) / top, p), hi: Math.min(1, Math.max(hi, p)) };
}
