import type { GateCounts, GateGroupName, GatePair } from "@/lib/metrics/parity/pair-cases";
import { clusterDiff } from "@/lib/stats/cluster-diff";
import type { Limits } from "@/lib/stats/limits";
import { signFlipExact } from "@/lib/stats/sign-flip-exact";

export type GateFinding = "ok" | "bad" | "unclear";

/** The evidence on one line: abort counts, abort rates (shares), and their difference. */
export type GateGroup = {
  group: GateGroupName;
  candidateAborts: number;
  baselineAborts: number;
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
type Margin = { margin: number; alpha: number };

/**
 * The evidence on one line of the gate over the cases of both arms (methods.md 5): rates, the
 * square-and-add interval of their difference, the sign-flip test by case, and the finding.
 */
export function compareGroup(
  group: GateGroupName,
  pairs: readonly GatePair[],
  policy: Margin,
): GateGroup {
  const candidate = lineOf(
    group,
    pairs.map((c) => c.candidate),
  );
  const baseline = lineOf(
    group,
    pairs.map((c) => c.baseline),
  );
  const limits = clusterDiff(candidate.ratios, baseline.ratios, 1 - 2 * policy.alpha);
  const { p } = signFlipExact(
    pairs.map(({ candidate: a, baseline: b }) => ({
      num: a.aborts[group] * b.started - b.aborts[group] * a.started,
      den: a.started * b.started,
    })),
  );
  const difference = candidate.rate - baseline.rate;
  return {
    group,
    candidateAborts: candidate.aborts,
    baselineAborts: baseline.aborts,
    candidateRate: candidate.rate,
    baselineRate: baseline.rate,
    difference,
    lo: limits?.lo ?? null,
    hi: limits?.hi ?? null,
    p,
    finding: judge(difference, p, limits, policy),
  };
}

function lineOf(group: GateGroupName, cases: readonly GateCounts[]) {
  const num = cases.map((c) => c.aborts[group]);
  const den = cases.map((c) => c.started);
  const aborts = total(num);
  const cap = total(den);
  return { aborts, rate: aborts / cap, ratios: { num, den, cap } };
}

/** Bad needs size and evidence; ok needs the whole interval within the margin (TOST). */
function judge(
  difference: number,
  p: number,
  limits: Limits | null,
  { margin, alpha }: Margin,
): GateFinding {
  if (Math.abs(difference) >= margin - SLACK && p <= 2 * alpha) return "bad";
  if (limits !== null && limits.lo > -margin && limits.hi < margin) return "ok";
  return "unclear";
}

function total(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}
