import type { DifferenceLimits } from "@/lib/stats/limits";
import { type Estimate, squareAndAdd } from "@/lib/stats/square-and-add";

/**
 * `squareAndAdd` for two shares. The limits never leave [-1, 1] by more than rounding; this takes
 * the rounding away.
 */
export function rateDifference(first: Estimate, second: Estimate, rho = 0): DifferenceLimits {
  const { diff, lo, hi } = squareAndAdd(first, second, rho);
  return { diff, lo: Math.max(-1, lo), hi: Math.min(1, hi) };
}
