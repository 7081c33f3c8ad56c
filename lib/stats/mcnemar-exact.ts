import { binomialCdf } from "@/lib/stats/binomial-cdf";
import { requireCount } from "@/lib/stats/preconditions";

export type McnemarExact = { p: number; midP: number };

/**
 * The exact two-sided McNemar test for cases with one replica in both arms: `b` hit in the first
 * only, `c` in the second only. Golden `mcnemarExact`. p = 1 when no case differs; `midP` is
 * Fagerland's (2013). A p below the doubles is given as the least positive one, never as 0.
 * Throws RangeError unless b and c are whole.
 */
export function mcnemarExact(b: number, c: number): McnemarExact {
  requireCount("b", b);
  requireCount("c", c);
  const n = b + c;
  if (n === 0) return { p: 1, midP: 1 };
  const k = Math.min(b, c);
  const cdf = binomialCdf(k, n, 0.5);
  const mass = k === 0 ? cdf : cdf - binomialCdf(k - 1, n, 0.5);
  const p = Math.min(1, 2 * cdf);
  return { p: positive(p), midP: positive(b === c ? 1 - mass : p - mass) };
}

function positive(p: number): number {
  return Math.max(p, Number.MIN_VALUE);
}
