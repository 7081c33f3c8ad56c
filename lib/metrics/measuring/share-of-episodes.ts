import { type Measurement, notAvailable } from "@/lib/domain/measurement";
import type { Tally } from "@/lib/domain/tally";
import { clusterWilson } from "@/lib/stats/cluster-wilson";
import { sumsByCase, total } from "./by-case";

/**
 * A share with its Wilson interval at the effective size, cases as clusters (methods.md 3.1).
 *
 * `numerator` and `denominator` give counts (or points) of one tally; `size` is the number of episodes
 * or acts the share rests on, the denominator unless said. Tallies of the same case (pooled campaigns)
 * are one cluster: more replicas of it, never more cases. `none` says why there is no share.
 */
export function shareOfEpisodes(
  tallies: readonly Tally[],
  share: {
    numerator: (tally: Tally) => number;
    denominator: (tally: Tally) => number;
    size?: (tally: Tally) => number;
    none: string;
  },
  confidence: number,
): Measurement {
  const { num, den } = sumsByCase(tallies, share);
  const cap = total(tallies, share.size ?? share.denominator);
  const rate = clusterWilson({ num, den, cap }, confidence);
  if (rate === null) return notAvailable(share.none);
  const counts = {
    kind: "value" as const,
    value: rate.p,
    numerator: num.reduce((sum, value) => sum + value, 0),
    denominator: den.reduce((sum, value) => sum + value, 0),
  };
  if (rate.interval === null) {
    return { ...counts, interval: null, note: "One case only: it has a rate, but no interval." };
  }
  const { lo, hi } = rate.interval;
  const method = "Wilson at the effective sample size, cases as clusters";
  return { ...counts, interval: { lo, hi, level: confidence, method } };
}
