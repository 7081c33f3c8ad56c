/** The two weight rates of an arm that the identity is made of. */
export type WeightRates = { damage: number; exposure: number };

/**
 * The per-arm identity of methods.md 2 (golden `decomposition`): the fall of damage from baseline to
 * candidate = what rules stopped more + what was never tried. Weight points per weighable episode.
 */
export function decompose(
  baseline: WeightRates,
  candidate: WeightRates,
): { drop: number; stoppedByRule: number; neverTried: number; shareByRule: number | null } {
  const drop = baseline.damage - candidate.damage;
  const stoppedByRule = candidate.exposure - baseline.exposure;
  return {
    drop,
    stoppedByRule,
    neverTried: drop - stoppedByRule,
    shareByRule: drop > 0 ? stoppedByRule / drop : null,
  };
}
