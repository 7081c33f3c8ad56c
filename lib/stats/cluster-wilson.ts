import type { Limits } from "@/lib/stats/limits";
import { requireCount, requireNonNegative, requireSameLength } from "@/lib/stats/preconditions";
import { tQuantile } from "@/lib/stats/t-quantile";
import { wilsonOfRate } from "@/lib/stats/wilson-of-rate";

/** Per case a numerator and a denominator; `cap` is the number of episodes (or attempted acts). */
export type CaseRatios = { num: readonly number[]; den: readonly number[]; cap: number };

export type ClusterWilson =
  | { p: number; cases: 1; interval: null }
  | {
      p: number;
      cases: number;
      /** Standard error of p by ratio linearisation, as R's survey::svyratio. */
      se: number;
      kish: number;
      /** Effective size before and after the degrees-of-freedom adjustment. */
      neffRaw: number;
      neff: number;
      interval: Limits;
    };

/**
 * A rate over cases whose replicas hang together: p = sum num / sum den, a share, with Wilson limits
 * at the effective size (methods.md 3.1; Korn & Graubard 1998; Franco et al. 2019). Golden
 * `clusterWilson`. ASR, completion, abort rate, refusals; containment with num = E, den = D + E.
 * Cases with den 0 are left out; null (n/a) when none is left; one case has a rate, no interval.
 * Throws RangeError unless 0 <= num <= den, cap is whole and conf is in (0, 1).
 */
export function clusterWilson(ratios: CaseRatios, conf: number): ClusterWilson | null {
  requireCount("cap", ratios.cap);
  const { num, den } = observedCases(ratios);
  const first = den[0];
  if (first === undefined) return null;
  const total = sum(den, (d) => d);
  const p = snapToOne(sum(num, (n) => n) / total);
  const m = den.length;
  if (m === 1) return { p, cases: 1, interval: null };

  const { cap } = ratios;
  const residual = sum(num, (n, at) => (n - p * (den[at] ?? 0)) ** 2);
  const variance = ((m / (m - 1)) * residual) / total ** 2;
  const kish = total ** 2 / sum(den, (d) => d ** 2);
  const unreplicated = cap <= m && den.every((d) => d === first);
  const neffRaw = unreplicated ? m : effectiveSize(p, variance, kish, cap);
  const neff = neffRaw * adjustment(m, cap, conf);
  return {
    p,
    cases: m,
    se: Math.sqrt(variance),
    kish,
    neffRaw,
    neff,
    interval: wilsonOfRate(p, neff, conf),
  };
}

/** The cases with a denominator. Two arrays of numbers: reports ask this of thousands of cases. */
function observedCases({ num, den }: CaseRatios): { num: number[]; den: number[] } {
  requireSameLength("num and den", num, den);
  const observed: { num: number[]; den: number[] } = { num: [], den: [] };
  den.forEach((d, at) => {
    const n = num[at] ?? 0;
    requireNonNegative("num", n);
    requireNonNegative("den", d);
    if (n > d) throw new RangeError(`num must not exceed den, got ${n} of ${d}`);
    if (d === 0) return;
    observed.num.push(n);
    observed.den.push(d);
  });
  return observed;
}

/** At 0 and 1 the replicas cannot tell how they hang together: then cases are the sample size. */
function effectiveSize(p: number, variance: number, kish: number, cap: number): number {
  if (p === 0 || p === 1) return kish;
  return variance === 0 ? cap : Math.min((p * (1 - p)) / variance, cap);
}

/** (t at cap-1 / t at m-1)²: fewer cases than episodes leave fewer degrees of freedom. */
function adjustment(m: number, cap: number, conf: number): number {
  if (cap <= m) return 1;
  const upper = (1 + conf) / 2;
  return (tQuantile(upper, cap - 1) / tQuantile(upper, m - 1)) ** 2;
}

/** Weights such as 0.1 may add up to 0.9999999999999999 of themselves; that is all of them. */
function snapToOne(p: number): number {
  return p > 1 - 1e-12 ? 1 : p;
}

function sum(values: readonly number[], term: (value: number, at: number) => number): number {
  return values.reduce((total, value, at) => total + term(value, at), 0);
}
