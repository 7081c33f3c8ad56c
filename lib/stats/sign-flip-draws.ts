import { binomialHalfTable, drawFrom } from "@/lib/stats/binomial-half-table";
import { quotient } from "@/lib/stats/rational";
import { seededRandom } from "@/lib/stats/seeded-random";

const DRAWS = 100_000;
const SEED = 20_101_010;

/**
 * The sign-flip test by 100,000 seeded draws: (b+1)/(B+1), b the draws with |sum ±size| >= |observed|
 * (Phipson & Smyth 2010). Equal sizes are drawn together as one binomial, so a million cases of the
 * same size cost what one costs, and the order of the cases cannot matter.
 *
 * @param sizes absolute differences times their common denominator, all above 0
 * @param observed absolute value of their signed sum, same scale
 */
export function signFlipDraws(sizes: readonly bigint[], observed: bigint): number {
  const random = seededRandom(SEED);
  const groups = groupBySize(sizes, observed).map(({ size, count }) => ({
    size,
    count,
    table: binomialHalfTable(count),
  }));
  // Sizes are shares of the observed sum; the slack lets sums that tie in exact arithmetic tie here.
  const slack = groups.reduce((sum, g) => sum + g.size * g.count, 0) * 1e-13;
  let asFar = 0;
  for (let draw = 0; draw < DRAWS; draw++) {
    let sum = 0;
    for (const { size, count, table } of groups) {
      sum += size * (2 * drawFrom(table, random()) - count);
    }
    if (Math.abs(sum) >= 1 - slack) asFar++;
  }
  return (asFar + 1) / (DRAWS + 1);
}

type Group = { size: number; count: number };

function groupBySize(sizes: readonly bigint[], observed: bigint): Group[] {
  const counts = new Map<bigint, number>();
  for (const size of sizes) counts.set(size, (counts.get(size) ?? 0) + 1);
  return [...counts]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([size, count]) => ({ size: quotient(size, observed), count }));
}
