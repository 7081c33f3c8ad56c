import { betaQuantile } from "@/lib/stats/beta-quantile";
import type { Limits } from "@/lib/stats/limits";
import { requireHits, requireOpenShare } from "@/lib/stats/preconditions";

/**
 * The exact interval of Clopper & Pearson (1934) for k hits among n independent units, as shares.
 * Golden `clopperPearson`. Its level is guaranteed, so it serves zero events and gates on a claim
 * (methods.md 3.1). Null (n/a) when n = 0.
 * Throws RangeError unless 0 <= k <= n are whole and conf is in (0, 1).
 */
export function clopperPearson(k: number, n: number, conf: number): Limits | null {
  requireHits(k, n);
  requireOpenShare("conf", conf);
  if (n === 0) return null;
  const tail = (1 - conf) / 2;
  return { lo: clopperPearsonLower(k, n, tail), hi: clopperPearsonUpper(k, n, tail) };
}

/** The lower limit alone, `tail` beyond it; 0 < n. Takes the tail so that a tiny one stays exact. */
export function clopperPearsonLower(k: number, n: number, tail: number): number {
  if (k === 0) return 0;
  return k === n ? Math.exp(Math.log(tail) / n) : betaQuantile(tail, k, n - k + 1);
}

/** The upper limit alone, `tail` beyond it; 0 < n. */
export function clopperPearsonUpper(k: number, n: number, tail: number): number {
  if (k === n) return 1;
  return k === 0 ? -Math.expm1(Math.log(tail) / n) : betaQuantile(1 - tail, k + 1, n - k);
}
