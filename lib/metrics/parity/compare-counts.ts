import { clusterDiff } from "@/lib/stats/cluster-diff";
import type { Limits } from "@/lib/stats/limits";
import { signFlipExact } from "@/lib/stats/sign-flip-exact";

export type GateFinding = "ok" | "bad" | "unclear";

/** Of one case in one arm: the episodes counted, of those started. */
export type CaseCount = { count: number; started: number };

/** One case in both arms. */
export type CountPair = { candidate: CaseCount; baseline: CaseCount };

/** The evidence on one line of a gate: counts, rates (shares of started), and their difference. */
export type CountLine = {
  candidateCount: number;
  baselineCount: number;
  candidateRate: number;
  baselineRate: number;
  /** Candidate minus baseline. */
  difference: number;
  /** The 1 - 2 alpha interval of the difference; null (n/a) with a single case. */
  lo: number | null;
  hi: number | null;
  /** Two-sided sign-flip test by case. */
  p: number;
  finding: GateFinding;
};

/** Absorbs rounding where a rate meets a limit exactly: 5/100 against 0.05 (methods.md 5). */
export const SLACK = 1e-12;

/** `margin` a share, `alpha` the level of each one-sided test. */
export type GateMargin = { margin: number; alpha: number };

/**
 * Do the arms count alike over the cases of both (methods.md 5)? Rates, the square-and-add interval of
 * their difference, the sign-flip test by case, and the finding. Whatever a gate counts (aborts of a
 * group, episodes without a witness) is judged here and by the same rule. Needs at least one case, and
 * started episodes in each.
 */
export function compareCounts(pairs: readonly CountPair[], policy: GateMargin): CountLine {
  const candidate = lineOf(pairs.map((pair) => pair.candidate));
  const baseline = lineOf(pairs.map((pair) => pair.baseline));
  const limits = clusterDiff(candidate.ratios, baseline.ratios, 1 - 2 * policy.alpha);
  const { p } = signFlipExact(
    pairs.map(({ candidate: a, baseline: b }) => ({
      num: a.count * b.started - b.count * a.started,
      den: a.started * b.started,
    })),
  );
  const difference = candidate.rate - baseline.rate;
  return {
    candidateCount: candidate.count,
    baselineCount: baseline.count,
    candidateRate: candidate.rate,
    baselineRate: baseline.rate,
    difference,
    lo: limits?.lo ?? null,
    hi: limits?.hi ?? null,
    p,
    finding: judge(difference, p, limits, policy),
  };
}

function lineOf(cases: readonly CaseCount[]) {
  const num = cases.map((one) => one.count);
  const den = cases.map((one) => one.started);
  const count = total(num);
  const cap = total(den);
  return { count, rate: count / cap, ratios: { num, den, cap } };
}

/** Bad needs size and evidence; ok needs the whole interval within the margin (TOST). */
function judge(
  difference: number,
  p: number,
  limits: Limits | null,
  { margin, alpha }: GateMargin,
): GateFinding {
  if (Math.abs(difference) >= margin - SLACK && p <= 2 * alpha) return "bad";
  if (limits !== null && limits.lo > -margin && limits.hi < margin) return "ok";
  return "unclear";
}

function total(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}
