import { betaQuantile } from "@/lib/stats/beta-quantile";
import { requireHits } from "@/lib/stats/preconditions";

export type UpperOneSided95 = {
  /** The exact one-sided 95 % upper limit of the rate, a share. */
  upper: number;
  /** 3/n, for text only and only when nothing was hit (Hanley & Lippman-Hand 1983); may exceed 1. */
  ruleOfThree: number | null;
};

/**
 * How high the rate may still be after k hits among n CASES (methods.md 3.2): 1 - 0.05^(1/n) at
 * k = 0. Golden `upperOneSided95`. Null (n/a) when n = 0.
 * Throws RangeError unless 0 <= k <= n are whole.
 */
export function upperOneSided95(k: number, n: number): UpperOneSided95 | null {
  requireHits(k, n);
  if (n === 0) return null;
  if (k === n) return { upper: 1, ruleOfThree: null };
  if (k > 0) return { upper: betaQuantile(0.95, k + 1, n - k), ruleOfThree: null };
  return { upper: -Math.expm1(Math.log(0.05) / n), ruleOfThree: 3 / n };
}
