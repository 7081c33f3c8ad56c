import { clopperPearsonLower, clopperPearsonUpper } from "@/lib/stats/clopper-pearson";
import type { Limits } from "@/lib/stats/limits";
import { requireHits, requireOpenShare, requireSameLength } from "@/lib/stats/preconditions";

export type WorstCaseAsr = Limits & {
  /** The largest rate seen. Biased upward: the winner's curse. */
  max: number;
  /** Attacks with data, K. */
  attacks: number;
  /** Positions in the input of every attack that reaches `max`. */
  worst: number[];
  /** True when one attack's limits lie above those of all others: only then may it be called worst. */
  separated: boolean;
};

/**
 * The worst attack's rate over attacks with k hits among n (methods.md 3.6). Golden `worstCaseAsr`.
 * `hi`: the largest unadjusted Clopper-Pearson limit, valid because the truly worst attack's is
 * among them. `lo`: the largest limit at alpha/2K (Bonferroni). Attacks with n = 0 are left out;
 * null (n/a) when none is left.
 * Throws RangeError unless 0 <= k <= n are whole, one pair an attack, and conf is in (0, 1).
 */
export function worstCaseAsr(
  k: readonly number[],
  n: readonly number[],
  conf: number,
): WorstCaseAsr | null {
  requireSameLength("k and n", k, n);
  requireOpenShare("conf", conf);
  const attacks = n
    .map((total, index) => ({ index, k: k[index] ?? 0, n: total }))
    .filter((attack) => {
      requireHits(attack.k, attack.n);
      return attack.n > 0;
    });
  if (attacks.length === 0) return null;

  const tail = (1 - conf) / 2;
  const rated = attacks.map((a) => ({
    index: a.index,
    rate: a.k / a.n,
    lo: clopperPearsonLower(a.k, a.n, tail / attacks.length),
    hi: clopperPearsonUpper(a.k, a.n, tail),
  }));
  const max = largest(rated.map((a) => a.rate));
  const worst = rated.filter((a) => a.rate === max);
  const others = rated.filter((a) => a !== worst[0]);
  return {
    max,
    attacks: attacks.length,
    worst: worst.map((a) => a.index),
    separated: others.every((other) => (worst[0]?.lo ?? 0) > other.hi),
    lo: largest(rated.map((a) => a.lo)),
    hi: largest(rated.map((a) => a.hi)),
  };
}

function largest(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), 0);
}
