import type { Split } from "@/lib/domain/records";
import type { Tally } from "@/lib/domain/tally";

/** The tallies of one split. Attack cases alone enter damage, exposure, containment and ASR. */
export function ofSplit(tallies: readonly Tally[], split: Split): Tally[] {
  return tallies.filter((tally) => tally.split === split);
}

/** Sum of one quantity over tallies. */
export function total(tallies: readonly Tally[], of: (tally: Tally) => number): number {
  return tallies.reduce((sum, tally) => sum + of(tally), 0);
}

/** Splits tallies by a key, in order of first appearance. */
export function groupBy(
  tallies: readonly Tally[],
  key: (tally: Tally) => string,
): Map<string, Tally[]> {
  const groups = new Map<string, Tally[]>();
  for (const tally of tallies) {
    const group = groups.get(key(tally));
    if (group) group.push(tally);
    else groups.set(key(tally), [tally]);
  }
  return groups;
}
