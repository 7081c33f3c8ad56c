import { requireCount, requireFinite } from "@/lib/stats/preconditions";

/** One length and the number of episodes that have it. */
export type CountedLength = readonly [length: number, episodes: number];

/**
 * `aucPromptLength` from counted lengths, so that a million episodes cost what their distinct lengths
 * do: P(an aborted episode's prompt is longer than a finished one's) + half the ties (methods.md 5). A
 * length may be named more than once. Null (n/a) when a side has no episode.
 * Throws RangeError on a length that is not finite or a count that is not whole.
 */
export function aucOfCountedLengths(
  aborted: readonly CountedLength[],
  finished: readonly CountedLength[],
): number | null {
  const long = ascending(aborted);
  const short = ascending(finished);
  const pairs = episodesOf(long) * episodesOf(short);
  if (pairs === 0) return null;
  let at = 0;
  let below = 0;
  let wins = 0;
  for (const [length, episodes] of long) {
    for (; (short[at]?.[0] ?? Infinity) < length; at++) below += short[at]?.[1] ?? 0;
    const ties = short[at]?.[0] === length ? (short[at]?.[1] ?? 0) : 0;
    wins += episodes * (below + ties / 2);
  }
  return wins / pairs;
}

/** Each length once, so that a tie is one entry. */
function ascending(lengths: readonly CountedLength[]): CountedLength[] {
  const counts = new Map<number, number>();
  for (const [length, episodes] of lengths) {
    requireFinite("prompt length", length);
    requireCount("episodes", episodes);
    counts.set(length, (counts.get(length) ?? 0) + episodes);
  }
  return [...counts].toSorted((a, b) => a[0] - b[0]);
}

function episodesOf(lengths: readonly CountedLength[]): number {
  return lengths.reduce((sum, [, episodes]) => sum + episodes, 0);
}
