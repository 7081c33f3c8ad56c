/** Steps of the table that are still a matter of a fraction of a second. */
const MOST_STEPS = 50_000_000n;

/** So few sizes are walked subset by subset at once; a table for huge sizes would not fit. */
const FEW = 12;

/** 2^20 subsets can still be walked, however odd the sizes are. */
const MOST_WALKED = 20;

/**
 * How many subsets of `sizes` (all above 0) add up to at most `bound`. Exact below 2^53; beyond,
 * right to m * 1e-16, for only positive numbers are added. Up to 1000 sizes, else the count leaves
 * the doubles. Null when it would take too long: more than 20 sizes over a table beyond 5e7 steps.
 */
export function countSubsetsUpTo(sizes: readonly bigint[], bound: bigint): number | null {
  const fitting = sizes.filter((size) => size <= bound);
  if (fitting.length <= FEW) return countByWalk(fitting, 0, bound);
  if (BigInt(fitting.length) * (bound + 1n) <= MOST_STEPS) {
    return countByTable(fitting.map(Number), Number(bound));
  }
  return fitting.length <= MOST_WALKED ? countByWalk(fitting, 0, bound) : null;
}

/** ways[s] = subsets of the sizes so far that add up to s. */
function countByTable(sizes: readonly number[], bound: number): number {
  const ways = new Float64Array(bound + 1);
  ways[0] = 1;
  let reach = 0;
  for (const size of sizes.toSorted((a, b) => a - b)) {
    reach = Math.min(bound, reach + size);
    for (let s = reach; s >= size; s--) ways[s] = (ways[s] ?? 0) + (ways[s - size] ?? 0);
  }
  return ways.reduce((sum, count) => sum + count, 0);
}

function countByWalk(sizes: readonly bigint[], from: number, room: bigint): number {
  const size = sizes[from];
  if (size === undefined) return 1;
  const without = countByWalk(sizes, from + 1, room);
  return size > room ? without : without + countByWalk(sizes, from + 1, room - size);
}
