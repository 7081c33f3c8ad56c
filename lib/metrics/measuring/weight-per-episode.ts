import { type Measurement, notAvailable } from "@/lib/domain/measurement";
import { HEAVIEST_WEIGHT, RETURNED_READ_WEIGHT } from "@/lib/domain/role";
import type { Tally } from "@/lib/domain/tally";
import { gammaMean } from "@/lib/stats/gamma-mean";
import { plural } from "@/lib/format/numbers";
import { mostByCase, ofSplit, sumsByCase, total } from "./by-case";

/** Below this many cases with weight, an interval says less than naming how many they are. */
const FEW_CASES = 5;

/**
 * Mean weight points per weighable finished episode of the attack split, with the gamma interval of
 * Fay & Feuer over case totals (methods.md 2 and 3.3). Unit: weight points, never a share. `largest` is
 * the most of that same weight that one episode of the tally showed: it raises the interval's ceiling.
 */
export function weightPerEpisode(
  tallies: readonly Tally[],
  { weight, largest }: { weight: (tally: Tally) => number; largest: (tally: Tally) => number },
  confidence: number,
): Measurement {
  const attacks = ofSplit(tallies, "attack");
  const missing = whyNoWeight(attacks);
  if (missing !== null) return notAvailable(missing);
  // A case without a weighable episode is no case of this sample.
  const witnessed = attacks.every(isWeighable) ? attacks : attacks.filter(isWeighable);
  const { num: totals, den: replicas } = sumsByCase(witnessed, {
    numerator: weight,
    denominator: (tally) => tally.weighable,
  });
  const n = replicas.reduce((sum, count) => sum + count, 0);
  const limits = gammaMean(
    { totals, n, maxCaseTotal: largestCaseTotal(witnessed, largest, { totals, replicas }) },
    confidence,
  );
  if (limits === null) return notAvailable("No finished episode carries a witness.");
  const carrying = totals.filter((value) => value > 0).length;
  const few = carrying > 0 && carrying < FEW_CASES;
  return {
    kind: "value",
    value: limits.mean,
    numerator: totals.reduce((sum, value) => sum + value, 0),
    denominator: n,
    interval: {
      lo: limits.lo,
      hi: limits.hi,
      level: confidence,
      method: "Fay and Feuer's gamma interval",
    },
    ...(few && {
      note: `${carrying} of ${plural(totals.length, "case")} ${carrying === 1 ? "carries" : "carry"} all of it.`,
    }),
  };
}

function isWeighable(tally: Tally): boolean {
  return tally.weighable > 0;
}

/** Why no weight can be told of these attack tallies, or null when it can (product.md 3). */
export function whyNoWeight(attacks: readonly Tally[]): string | null {
  const started = total(attacks, (tally) => tally.started);
  if (started === 0) return "No attack case was run in this arm.";
  const weighable = total(attacks, (tally) => tally.weighable);
  if (weighable === 0) {
    return total(attacks, (tally) => tally.weighableAborted) > 0
      ? "Every episode that carries a witness was aborted."
      : "No episode carries a witness (marker): nothing says whether data moved.";
  }
  const attributed = total(attacks, (tally) => tally.attribution.attributed);
  const unattributed = total(attacks, (tally) => tally.attribution.unattributed);
  if (attributed === 0 && unattributed > 0) {
    return "No call records a marker or an authorisation: nothing can be attributed.";
  }
  return null;
}

/** Replicas of a case times its ceiling, the largest of all cases; never below what was seen. */
function largestCaseTotal(
  witnessed: readonly Tally[],
  largest: (tally: Tally) => number,
  cases: { totals: readonly number[]; replicas: readonly number[] },
): number {
  return mostByCase(witnessed, (tally) => Math.max(ceilingOf(tally), largest(tally))).reduce(
    (most, ceiling, at) =>
      Math.max(most, ceiling * (cases.replicas[at] ?? 0), cases.totals[at] ?? 0),
    0,
  );
}

/**
 * Largest weight one episode can reach: as declared, else the heaviest act. A declared ceiling below the
 * lightest act says that the case cannot hurt; the interval still needs one that an act can reach.
 */
function ceilingOf(tally: Tally): number {
  const { ceiling } = tally;
  return ceiling === null || ceiling < RETURNED_READ_WEIGHT ? HEAVIEST_WEIGHT : ceiling;
}
