import { countSubsetsUpTo } from "@/lib/stats/count-subsets-up-to";
import { commonScale, quotient, type Rational, requireRational } from "@/lib/stats/rational";
import { signFlipDraws } from "@/lib/stats/sign-flip-draws";

export type SignFlip = {
  /** Two-sided p, above 0. */
  p: number;
  /** Mean of the differences over all cases given, zeros included; 0 without cases. */
  meanDiff: number;
  /** Cases whose difference is not 0. Fewer than 6 cannot reach p = 0.05. */
  differing: number;
  method: "exact" | "draws";
};

/** Beyond this 2^m comes near the end of the doubles. */
const MOST_EXACT = 1000;

/**
 * The exact two-sided sign-flip permutation test by case: p = #{|sum ±d| >= |sum d|}/2^m over the m
 * differences that are not 0 (methods.md 6). Golden `signFlipExact`. Each case gives one rational
 * difference, so equal sums tie exactly; with one replica a case it is McNemar's exact test.
 *
 * Exact up to 1000 differing cases with everyday denominators; else 100,000 seeded draws and
 * (b+1)/(B+1) (Phipson & Smyth 2010), the same on every run and in every order of the cases.
 * Throws RangeError unless each num is a whole number and each den a whole number from 1 on.
 */
export function signFlipExact(differences: readonly Rational[]): SignFlip {
  differences.forEach(requireRational);
  const { integers, scale } = commonScale(differences.filter((d) => d.num !== 0));
  const sizes = integers.map((v) => (v < 0n ? -v : v));
  const sum = integers.reduce((total, v) => total + v, 0n);
  const meanDiff = differences.length === 0 ? 0 : quotient(sum, scale) / differences.length;
  const base = { meanDiff, differing: sizes.length };
  if (sum === 0n) return { ...base, p: 1, method: "exact" };

  const absolute = sum < 0n ? -sum : sum;
  const total = sizes.reduce((all, v) => all + v, 0n);
  // sum ±d = total - 2 * (what is flipped), so the far sums are the small subsets, on either side.
  const count = sizes.length > MOST_EXACT ? null : countSubsetsUpTo(sizes, (total - absolute) / 2n);
  if (count === null) {
    return { ...base, p: signFlipDraws(sizes, absolute), method: "draws" };
  }
  return { ...base, p: Math.min(1, (2 * count) / 2 ** sizes.length), method: "exact" };
}
