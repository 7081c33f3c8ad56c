import type { Measurement } from "@/lib/domain/measurement";
import type { ArmReport } from "./arm-report";
import type { Decomposition } from "./comparison-report";

/** The two weight rates of an arm that the identity is made of. */
export type WeightRates = { damage: number; exposure: number };

/**
 * The per-arm identity of methods.md 2 (golden `decomposition`): the fall of damage from baseline to
 * candidate = what rules stopped more + what was never tried. Weight points per weighable episode.
 */
export function decompose(
  baseline: WeightRates,
  candidate: WeightRates,
): Pick<Decomposition, "drop" | "stoppedByRule" | "neverTried" | "shareByRule"> {
  const drop = baseline.damage - candidate.damage;
  const stoppedByRule = candidate.exposure - baseline.exposure;
  return {
    drop,
    stoppedByRule,
    neverTried: drop - stoppedByRule,
    shareByRule: drop > 0 ? stoppedByRule / drop : null,
  };
}

/** The identity of two arm reports; null when damage or exposure is n/a in one of them. */
export function decompositionOf(baseline: ArmReport, candidate: ArmReport): Decomposition | null {
  const before = weightSums(baseline);
  const after = weightSums(candidate);
  if (before === null || after === null) return null;
  const rates = decompose(
    { damage: before.damage / before.episodes, exposure: before.exposure / before.episodes },
    { damage: after.damage / after.episodes, exposure: after.exposure / after.episodes },
  );
  if (before.episodes !== after.episodes) return { ...rates, points: null };
  // Over the same number of episodes the sums tell it exactly, without a quotient's rounding.
  const summed = decompose(before, after);
  const { drop, stoppedByRule, neverTried } = summed;
  return {
    ...rates,
    shareByRule: summed.shareByRule,
    points: { drop, stoppedByRule, neverTried, episodes: before.episodes },
  };
}

function weightSums(arm: ArmReport): { damage: number; exposure: number; episodes: number } | null {
  const damage = valueOf(arm.measurements["damage"]);
  const exposure = valueOf(arm.measurements["exposure"]);
  if (damage === null || exposure === null) return null;
  return {
    damage: damage.numerator,
    exposure: exposure.numerator,
    episodes: damage.denominator,
  };
}

function valueOf(
  measurement: Measurement | undefined,
): Extract<Measurement, { kind: "value" }> | null {
  return measurement?.kind === "value" ? measurement : null;
}
