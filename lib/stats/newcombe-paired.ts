import type { DifferenceLimits } from "@/lib/stats/limits";
import { requireCount } from "@/lib/stats/preconditions";
import { rateDifference } from "@/lib/stats/rate-difference";
import { wilson } from "@/lib/stats/wilson";

/** Cases with one replica in both arms, by where they were hit. */
export type PairedCounts = {
  both: number;
  firstOnly: number;
  secondOnly: number;
  neither: number;
};

/**
 * Rate of the first arm minus rate of the second over the SAME cases, one replica each: Newcombe's
 * paired method 10 (Stat Med 1998, 17:2635; methods.md 6). Golden `newcombePaired` calls the four
 * counts a, b, c, d. Null (n/a) without cases.
 * Throws RangeError unless the counts are whole and conf is in (0, 1).
 */
export function newcombePaired(counts: PairedCounts, conf: number): DifferenceLimits | null {
  for (const [name, count] of Object.entries(counts)) requireCount(name, count);
  const { both, firstOnly, secondOnly, neither } = counts;
  const n = both + firstOnly + secondOnly + neither;
  const first = wilson(both + firstOnly, n, conf);
  const second = wilson(both + secondOnly, n, conf);
  if (first === null || second === null) return null;
  return rateDifference(
    { value: (both + firstOnly) / n, ...first },
    { value: (both + secondOnly) / n, ...second },
    phi(counts, n),
  );
}

/** The correlation of the two hits, its numerator lowered by n/2, but not below 0, when positive. */
function phi({ both, firstOnly, secondOnly, neither }: PairedCounts, n: number): number {
  const margins =
    Math.sqrt(both + firstOnly) *
    Math.sqrt(secondOnly + neither) *
    Math.sqrt(both + secondOnly) *
    Math.sqrt(firstOnly + neither);
  if (margins === 0) return 0;
  const product = both * neither - firstOnly * secondOnly;
  const corrected = product > 0 ? Math.max(0, product - n / 2) : product;
  return corrected / margins;
}
