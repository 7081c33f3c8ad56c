import { total } from "@/lib/metrics/measuring/by-case";
import type { Ratio } from "@/lib/metrics/metric";
import type { Rational } from "@/lib/stats/rational";
import type { PairedCase } from "./pair-arms";

/** A metric's two sums over one case, in the candidate (1) and the baseline (0). */
export type CaseSums = { num1: number; den1: number; num0: number; den0: number };

/** The cases in which both arms observed the metric: the only ones compared (methods.md 6). */
export function observedInBoth(
  cases: readonly PairedCase[],
  { denominator }: Pick<Ratio, "denominator">,
): PairedCase[] {
  return cases.filter(
    (pair) => total(pair.baseline, denominator) > 0 && total(pair.candidate, denominator) > 0,
  );
}

export function caseSums(pair: PairedCase, ratio: Ratio): CaseSums {
  return {
    num1: total(pair.candidate, ratio.numerator),
    den1: total(pair.candidate, ratio.denominator),
    num0: total(pair.baseline, ratio.numerator),
    den0: total(pair.baseline, ratio.denominator),
  };
}

/** Candidate minus baseline. Weights come in halves, so twice a sum is whole and a test stays exact. */
export function caseDifference({ num1, den1, num0, den0 }: CaseSums): Rational {
  const whole = 2;
  return {
    num: Math.round(whole * num1) * den0 - Math.round(whole * num0) * den1,
    den: whole * den1 * den0,
  };
}
