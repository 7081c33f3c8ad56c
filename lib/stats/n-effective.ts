import { requireNonNegative, requirePositive, requireShare } from "@/lib/stats/preconditions";

/**
 * What n episodes in groups of `replicas` a case are worth when replicas correlate by `icc`: Kish's
 * design effect 1 + (replicas - 1) icc, and n divided by it (methods.md 8). Golden `nEffective`. At
 * icc 1 more replicas buy nothing, more cases do.
 * Throws RangeError unless replicas >= 1, icc is a share and n is not negative.
 */
export function nEffective(
  n: number,
  replicas: number,
  icc: number,
): { deff: number; neff: number } {
  requireNonNegative("n", n);
  requirePositive("replicas", replicas);
  requireShare("icc", icc);
  if (replicas < 1) throw new RangeError(`replicas must be at least 1, got ${replicas}`);
  const deff = 1 + (replicas - 1) * icc;
  return { deff, neff: n / deff };
}
