import type { ForestDifference } from "@/components/charts/forest-plot.model";
import { BY_RULE } from "@/lib/reports/attribution";
import type { AttackContrast, Delta } from "@/lib/reports/comparison-report";

/** The tested differences as the forest plot takes them: a direction is claimed where the report reads one. */
export function differencesOfMetrics(metrics: readonly Delta[]): ForestDifference[] {
  return metrics.map(({ label, unit, better, difference, interval, reading, byRule }) => ({
    label: byRule === undefined ? label : `${label}, ${BY_RULE}`,
    unit,
    better,
    difference,
    interval,
    reading,
    supported: reading === "lower" || reading === "higher",
  }));
}

/** The same of attack success by attack: a direction is claimed for those that stand at their q, alone. */
export function differencesOfAttacks(attacks: readonly AttackContrast[]): ForestDifference[] {
  return attacks.map(({ attack, difference, interval, stands }) => ({
    label: attack,
    unit: "share",
    better: "lower",
    difference,
    interval,
    reading: "does not stand",
    supported: stands,
  }));
}

/** More rows than this are no picture any more: the largest are drawn, in the order given. */
const DRAWN = 30;

export function largest(attacks: readonly AttackContrast[]): AttackContrast[] {
  const bySize = attacks.toSorted((a, b) => Math.abs(b.difference) - Math.abs(a.difference));
  const drawn = new Set(bySize.slice(0, DRAWN));
  return attacks.filter((attack) => drawn.has(attack));
}
