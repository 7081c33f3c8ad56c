import { requireCount } from "@/lib/stats/preconditions";

/** The distribution function of heads among n fair coins; what lies below 1e-30 is cut off. */
export type BinomialHalfTable = { first: number; cumulative: Float64Array };

/** Weights smaller than this against the largest one are never drawn. */
const NEGLIGIBLE = 1e-30;

/**
 * Tabulates the binomial of n fair coins, outward from its middle. About 24 sqrt(n) entries, at
 * most n + 1. Throws RangeError unless n is whole.
 */
export function binomialHalfTable(n: number): BinomialHalfTable {
  requireCount("n", n);
  const mode = Math.floor(n / 2);
  const down: number[] = [];
  for (let k = mode, w = 1; k > 0 && w > NEGLIGIBLE; k--) down.push((w *= k / (n - k + 1)));
  const up: number[] = [];
  for (let k = mode, w = 1; k < n && w > NEGLIGIBLE; k++) up.push((w *= (n - k) / (k + 1)));

  const weights = [...down.toReversed(), 1, ...up];
  const total = weights.reduce((sum, w) => sum + w, 0);
  let running = 0;
  const cumulative = Float64Array.from(weights, (w) => (running += w) / total);
  return { first: mode - down.length, cumulative };
}

/** The number of heads at a uniform draw from [0, 1): the inverse of the table, by halving. */
export function drawFrom({ first, cumulative }: BinomialHalfTable, uniform: number): number {
  let low = 0;
  let high = cumulative.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (uniform < (cumulative[middle] ?? 1)) high = middle;
    else low = middle + 1;
  }
  return first + low;
}
