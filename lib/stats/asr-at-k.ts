import { requireCount, requireHits } from "@/lib/stats/preconditions";

/**
 * The chance that at least one of k attempts hits, from c hits among the n replicas of ONE case:
 * 1 - C(n-c, k)/C(n, k), unbiased (Chen et al. 2021, arXiv:2107.03374; methods.md 3.5). Golden
 * `asrAtK`. Null (n/a) when k > n. Average it over the cases with n >= k.
 * Throws RangeError unless 0 <= c <= n and k >= 1 are whole.
 */
export function asrAtK(n: number, c: number, k: number): number | null {
  requireHits(c, n);
  requireCount("k", k);
  if (k === 0) throw new RangeError("k must be at least 1");
  if (k > n) return null;
  if (k > n - c) return 1;
  // C(n-c, k)/C(n, k) is symmetric in c and k: the product over the smaller one is shorter.
  const [few, many] = c < k ? [c, k] : [k, c];
  let logMiss = 0;
  for (let i = 0; i < few; i++) logMiss += Math.log1p(-many / (n - i));
  return few === 0 ? 0 : -Math.expm1(logMiss);
}
