import { requireHits, requireSameLength } from "@/lib/stats/preconditions";

export type IccAnova = { icc: number; deff: number };

/**
 * How alike the replicas of a case are: the ANOVA estimator of the intraclass correlation (Donner
 * 1986) from k hits among n replicas a case, and the design effect 1 + (sum n²/sum n - 1) max(icc, 0)
 * (methods.md 3.7). Golden `iccAnova`. Descriptive only. Cases with n = 0 are left out. Null (n/a)
 * with fewer than two cases, without replicas, or when all or none were hit.
 * Throws RangeError unless 0 <= k <= n are whole, one pair a case.
 */
export function iccAnova(k: readonly number[], n: readonly number[]): IccAnova | null {
  requireSameLength("k and n", k, n);
  const cases = n
    .map((replicas, i) => ({ hits: k[i] ?? 0, replicas }))
    .filter((c) => {
      requireHits(c.hits, c.replicas);
      return c.replicas > 0;
    });
  const m = cases.length;
  const total = cases.reduce((sum, c) => sum + c.replicas, 0);
  const hits = cases.reduce((sum, c) => sum + c.hits, 0);
  if (m < 2 || total === m || hits === 0 || hits === total) return null;

  const p = hits / total;
  const meanSize = cases.reduce((sum, c) => sum + c.replicas ** 2, 0) / total;
  const n0 = (total - meanSize) / (m - 1);
  const between =
    cases.reduce((sum, c) => sum + (c.hits - p * c.replicas) ** 2 / c.replicas, 0) / (m - 1);
  const within =
    cases.reduce((sum, c) => sum + (c.hits * (c.replicas - c.hits)) / c.replicas, 0) / (total - m);
  const icc = (between - within) / (between + (n0 - 1) * within);
  return { icc, deff: 1 + (meanSize - 1) * Math.max(icc, 0) };
}
