import type { Split } from "@/lib/domain/records";
import type { Tally } from "@/lib/domain/tally";

/** The tallies of one split. Attack cases alone enter damage, exposure, containment and ASR. */
export function ofSplit(tallies: readonly Tally[], split: Split): readonly Tally[] {
  return splitsOf(tallies)[split];
}

const splitsOf = remembered((tallies): Record<Split, readonly Tally[]> => {
  const splits: Record<Split, Tally[]> = { attack: [], benign: [], probe: [] };
  for (const tally of tallies) splits[tally.split].push(tally);
  return splits;
});

/**
 * Keeps what was found out about an array of tallies with the array: some thirty metrics ask the same of
 * it. An array grown since is looked at again; a tally put in the place of another is not noticed, so
 * tallies that have been measured are not exchanged.
 */
function remembered<Found>(
  find: (tallies: readonly Tally[]) => Found,
): (tallies: readonly Tally[]) => Found {
  const known = new WeakMap<readonly Tally[], { size: number; found: Found }>();
  return (tallies) => {
    const before = known.get(tallies);
    if (before !== undefined && before.size === tallies.length) return before.found;
    const found = find(tallies);
    known.set(tallies, { size: tallies.length, found });
    return found;
  };
}

/** Sum of one quantity over tallies. */
export function total(tallies: readonly Tally[], of: (tally: Tally) => number): number {
  let sum = 0;
  for (const tally of tallies) sum += of(tally);
  return sum;
}

/** Splits tallies by a key, in order of first appearance. */
export function groupBy(
  tallies: readonly Tally[],
  key: (tally: Tally) => string,
): Map<string, Tally[]> {
  const groups = new Map<string, Tally[]>();
  for (const tally of tallies) {
    const name = key(tally);
    const group = groups.get(name);
    if (group) group.push(tally);
    else groups.set(name, [tally]);
  }
  return groups;
}

/**
 * Two sums of each case, in order of first appearance: pooled tallies of a case are one entry. The
 * plain numbers that intervals by case take.
 */
export function sumsByCase(
  tallies: readonly Tally[],
  ratio: { numerator: (tally: Tally) => number; denominator: (tally: Tally) => number },
): { num: number[]; den: number[] } {
  const { cases, places } = placesOf(tallies);
  const num = Array.from({ length: cases }, () => 0);
  const den = Array.from({ length: cases }, () => 0);
  tallies.forEach((tally, at) => {
    const place = places[at] ?? 0;
    num[place] = (num[place] ?? 0) + ratio.numerator(tally);
    den[place] = (den[place] ?? 0) + ratio.denominator(tally);
  });
  return { num, den };
}

/** The most of one quantity within each case, in the same order; 0 where it is never above. */
export function mostByCase(tallies: readonly Tally[], of: (tally: Tally) => number): number[] {
  const { cases, places } = placesOf(tallies);
  const most = Array.from({ length: cases }, () => 0);
  tallies.forEach((tally, at) => {
    const place = places[at] ?? 0;
    most[place] = Math.max(most[place] ?? 0, of(tally));
  });
  return most;
}

/** Which case, by order of first appearance, each tally belongs to. */
const placesOf = remembered((tallies) => {
  const known = new Map<string, number>();
  const places = tallies.map((tally) => {
    const place = known.get(tally.case) ?? known.size;
    known.set(tally.case, place);
    return place;
  });
  return { cases: known.size, places };
});
