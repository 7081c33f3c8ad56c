import type { Interval } from "@/lib/domain/measurement";
import type { Policy } from "@/lib/domain/policy";
import type { Metric, Ratio } from "@/lib/metrics/metric";
import { clusterDiff } from "@/lib/stats/cluster-diff";
import { newcombePaired } from "@/lib/stats/newcombe-paired";
import { signFlipExact } from "@/lib/stats/sign-flip-exact";
import { squareAndAdd } from "@/lib/stats/square-and-add";
import { caseDifference, type CaseSums, caseSums, observedInBoth } from "./case-sums";
import type { Delta } from "./comparison-report";
import { type PairedCase, talliesOfSide } from "./pair-arms";

/** Fewer differing cases than this cannot reach p = 0.05 in the sign-flip test (methods.md 6). */
const FEWEST_DIFFERING_CASES = 6;

/**
 * The difference of one metric, candidate minus baseline, over the cases observed in both arms, with
 * its interval and the exact paired test by case (methods.md 6). Null when a value is n/a in an arm.
 * Call it on a comparison that the gate has opened, and nowhere else.
 */
export function deltaOf(
  metric: Metric,
  ratio: Ratio,
  cases: readonly PairedCase[],
  policy: Policy,
): Delta | null {
  const observed = observedInBoth(cases, ratio);
  const baseline = metric.measure(talliesOfSide(observed, "baseline"), policy);
  const candidate = metric.measure(talliesOfSide(observed, "candidate"), policy);
  if (baseline.kind === "na" || candidate.kind === "na") return null;
  const sums = observed.map((pair) => caseSums(pair, ratio));
  const limits =
    metric.unit === "share"
      ? shareLimits(sums, policy.confidence)
      : weightLimits(baseline, candidate, policy.confidence);
  const test = signFlipExact(sums.map(caseDifference));
  const difference = candidate.value - baseline.value;
  const unequalReplicas = isOfReplicas(difference, sums);
  return {
    metric: metric.id,
    label: metric.label,
    unit: metric.unit,
    better: metric.better,
    baseline: sideOf(baseline),
    candidate: sideOf(candidate),
    difference,
    interval: limits,
    p: test.p,
    cases: observed.length,
    differingCases: test.differing,
    unequalReplicas,
    reading: unequalReplicas
      ? "from unequal replicas, not from the cases"
      : readingOf(difference, limits, test.differing),
  };
}

/** Absorbs the rounding of a mean of case differences that is 0. */
const SLACK = 1e-12;

/**
 * The figures are ratios of sums, the test is about case means (methods.md 6). With as many episodes in
 * every case both point the same way; where the replicas are unequal the ratios can move although no
 * case does, or against them.
 */
function isOfReplicas(difference: number, sums: readonly CaseSums[]): boolean {
  const mean = sums.map(caseDifference).reduce((sum, { num, den }) => sum + num / den, 0);
  if (difference === 0) return false;
  return Math.abs(mean) < SLACK || Math.sign(mean) !== Math.sign(difference);
}

function sideOf(side: { value: number; numerator: number; denominator: number }) {
  const { value, numerator, denominator } = side;
  return { value, numerator, denominator };
}

/** One replica a case in both arms: Newcombe's paired method 10; else clustered square-and-add. */
export function shareLimits(sums: readonly CaseSums[], level: number): Interval | null {
  if (sums.every(({ den1, den0 }) => den1 === 1 && den0 === 1)) {
    const count = (num1: number, num0: number) =>
      sums.filter((sum) => sum.num1 === num1 && sum.num0 === num0).length;
    const limits = newcombePaired(
      { both: count(1, 1), firstOnly: count(1, 0), secondOnly: count(0, 1), neither: count(0, 0) },
      level,
    );
    return limits && { lo: limits.lo, hi: limits.hi, level, method: "Newcombe's paired method 10" };
  }
  const arm = (num: number[], den: number[]) => ({
    num,
    den,
    cap: den.reduce((sum, value) => sum + value, 0),
  });
  const limits = clusterDiff(
    arm(
      sums.map((sum) => sum.num1),
      sums.map((sum) => sum.den1),
    ),
    arm(
      sums.map((sum) => sum.num0),
      sums.map((sum) => sum.den0),
    ),
    level,
  );
  const method = "square-and-add of Wilson limits, cases as clusters";
  return limits && { lo: limits.lo, hi: limits.hi, level, method };
}

type WithInterval = { value: number; interval: Interval | null };

function weightLimits(
  baseline: WithInterval,
  candidate: WithInterval,
  level: number,
): Interval | null {
  if (baseline.interval === null || candidate.interval === null) return null;
  const limits = squareAndAdd(
    { value: candidate.value, lo: candidate.interval.lo, hi: candidate.interval.hi },
    { value: baseline.value, lo: baseline.interval.lo, hi: baseline.interval.hi },
  );
  return { lo: limits.lo, hi: limits.hi, level, method: "square-and-add of gamma limits" };
}

/** What the figures support, in words. Never "no difference": too few cases is not evidence of none. */
function readingOf(difference: number, limits: Interval | null, differing: number): string {
  if (differing === 0) return "alike in every case";
  if (differing < FEWEST_DIFFERING_CASES) return "too few differing cases to tell";
  if (limits === null) return "no interval, so cannot tell";
  if (limits.lo > 0 || limits.hi < 0) return difference > 0 ? "higher" : "lower";
  return "cannot be told apart";
}
