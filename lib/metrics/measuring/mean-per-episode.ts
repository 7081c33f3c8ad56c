import { type Measurement, notAvailable } from "@/lib/domain/measurement";
import type { Tally } from "@/lib/domain/tally";
import { total } from "./by-case";

/**
 * A plain mean over the episodes that record the quantity. Without an interval: these figures describe
 * what was run, they are not estimates of a rate (methods.md 3 gives intervals to rates and weights).
 */
export function meanPerEpisode(
  tallies: readonly Tally[],
  mean: {
    numerator: (tally: Tally) => number;
    /** Episodes that record the quantity. */
    denominator: (tally: Tally) => number;
    none: string;
  },
): Measurement {
  const denominator = total(tallies, mean.denominator);
  if (denominator === 0) return notAvailable(mean.none);
  const numerator = total(tallies, mean.numerator);
  return {
    kind: "value",
    value: numerator / denominator,
    numerator,
    denominator,
    interval: null,
    note: "A plain mean of what was run, without an interval.",
  };
}
