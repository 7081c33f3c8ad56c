import type { Measurement } from "@/lib/domain/measurement";
import { decompose } from "@/lib/metrics/measuring/decompose";
import type { ArmReport } from "./arm-report";
import type { Decomposition } from "./comparison-report";

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
