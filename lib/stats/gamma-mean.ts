import { gammaQuantile } from "@/lib/stats/gamma-quantile";
import type { Limits } from "@/lib/stats/limits";
import {
  requireCount,
  requireNonNegative,
  requireOpenShare,
  requirePositive,
} from "@/lib/stats/preconditions";

export type GammaMean = Limits & { mean: number };

export type CaseTotals = {
  /** Weight points of each case, summed over its replicas; zeros included. */
  totals: readonly number[];
  /** Weighable, completed replicas of all cases together. */
  n: number;
  /** The most a case can carry: replicas a case times the weight ceiling of one. */
  maxCaseTotal: number;
};

/**
 * Mean weight per replica (IDR, EXR, attempted; weight points, not a share) with Fay & Feuer's gamma
 * interval (Stat Med 1997, 16:791; methods.md 3.3). Golden `gammaMean`. The case totals are the
 * weights, so it knows that replicas hang together; it is wide with few cases. Null (n/a) at n = 0.
 * Throws RangeError for a negative total, one above maxCaseTotal, no case at n > 0, or conf
 * outside (0, 1).
 */
export function gammaMean({ totals, n, maxCaseTotal }: CaseTotals, conf: number): GammaMean | null {
  requireCount("n", n);
  requirePositive("maxCaseTotal", maxCaseTotal);
  requireOpenShare("conf", conf);
  for (const total of totals) requireCaseTotal(total, maxCaseTotal);
  if (n === 0) return null;
  if (totals.length === 0) throw new RangeError("replicas without a case");

  const tail = (1 - conf) / 2;
  const mean = totals.reduce((sum, total) => sum + total, 0) / n;
  const variance = totals.reduce((sum, total) => sum + total * total, 0) / n ** 2;
  const most = maxCaseTotal / n;
  const lo = mean === 0 ? 0 : matchedQuantile(tail, mean, variance);
  const hi = matchedQuantile(1 - tail, mean + most, variance + most * most);
  const ceiling = totals.length * most;
  return { mean, lo: Math.min(lo, mean), hi: Math.max(Math.min(hi, ceiling), mean) };
}

/** v/(2y) chi2inv(p, 2y²/v): the quantile of the gamma variable with this mean and variance. */
function matchedQuantile(p: number, mean: number, variance: number): number {
  return (variance / mean) * gammaQuantile(p, (mean * mean) / variance);
}

function requireCaseTotal(total: number, maxCaseTotal: number): void {
  requireNonNegative("case total", total);
  if (total > maxCaseTotal * (1 + 1e-12)) {
    throw new RangeError(`case total ${total} exceeds the declared most, ${maxCaseTotal}`);
  }
}
