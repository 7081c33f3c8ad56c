import { requireFinite } from "@/lib/stats/preconditions";

/**
 * P(the prompt of an aborted episode is longer than that of a finished one) + half the ties, from
 * first-request tokens (methods.md 5; Mann & Whitney's U over n1 n2). Golden `aucPromptLength`. 0.5:
 * aborts do not follow length. Null (n/a) when a list is empty; the metric that shows it asks for
 * more (5 and 5, from 3 cases). Order does not matter; n log n.
 * Throws RangeError on a length that is not finite.
 */
export function aucPromptLength(
  aborted: readonly number[],
  finished: readonly number[],
): number | null {
  if (aborted.length === 0 || finished.length === 0) return null;
  const long = ascending(aborted);
  const short = ascending(finished);
  let below = 0;
  let notAbove = 0;
  let wins = 0;
  for (const length of long) {
    while ((short[below] ?? Infinity) < length) below++;
    while ((short[notAbove] ?? Infinity) <= length) notAbove++;
    wins += (below + notAbove) / 2;
  }
  return wins / (long.length * short.length);
}

function ascending(lengths: readonly number[]): Float64Array {
  for (const length of lengths) requireFinite("prompt length", length);
  return Float64Array.from(lengths).toSorted();
}
