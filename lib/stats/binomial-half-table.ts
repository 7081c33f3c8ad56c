import { requireCount } from "@/lib/stats/preconditions";

/**
 * The distribution function of heads among n fair coins; what lies below 1e-30 is cut off. `guide` says
 * where a draw from each of its equal shares of [0, 1) begins to look (Chen & Asau 1974).
 */
export type BinomialHalfTable = { first: number; cumulative: Float64Array; guide: Uint32Array };

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
  return { first: mode - down.length, cumulative, guide: guideTo(cumulative) };
}

function guideTo(cumulative: Float64Array): Uint32Array {
  const guide = new Uint32Array(cumulative.length);
  let at = 0;
  for (let share = 0; share < guide.length; share++) {
    while ((cumulative[at] ?? 1) <= share / guide.length) at++;
    guide[share] = at;
  }
  return guide;
}

/** The number of heads at a uniform draw from [0, 1): the inverse of the table, in a step or two. */
export function drawFrom(table: BinomialHalfTable, uniform: number): number {
  const { first, cumulative, guide } = table;
  const last = cumulative.length - 1;
  let at = guide[Math.floor(uniform * guide.length)] ?? 0;
  while (at < last && uniform >= (cumulative[at] ?? 1)) at++;
  return first + at;
}
