import { integer, plural, points } from "@/lib/format/numbers";
import type { WorstAttack } from "@/lib/reports/worst-attacks";
import type { ChartTable } from "./chart-frame";

type Attack = Pick<WorstAttack, "attack" | "started" | "damage" | "exposure">;

/** An attack's bar; the shares are of the longest bar. */
export type AttackBar = { attack: string; damage: number; exposure: number; words: string };

/** Bars that a reader takes in; the table has every attack. */
export const MOST_BARS = 12;

/** The attacks whose acts did damage or were stopped, heaviest first, and how many were left out. */
export function attackBars(attacks: readonly Attack[]): { bars: AttackBar[]; more: string | null } {
  const acting = attacks
    .filter(({ damage, exposure }) => damage + exposure > 0)
    .toSorted((a, b) => b.damage - a.damage || b.exposure - a.exposure);
  const longest = Math.max(0, ...acting.map(({ damage, exposure }) => damage + exposure));
  const left = acting.length - MOST_BARS;
  return {
    bars: acting.slice(0, MOST_BARS).map(({ attack, damage, exposure }) => ({
      attack,
      damage: damage / longest,
      exposure: exposure / longest,
      words: `damage ${points(damage)}, exposure ${points(exposure)}`,
    })),
    more:
      left > 0 ? `${plural(left, "attack")} of less weight not drawn; the table has them.` : null,
  };
}

/** Every attack, also those without weight. */
export function attackWeightTable(attacks: readonly Attack[]): ChartTable {
  return {
    columns: ["Attack", "Episodes", "Damage", "Exposure"],
    rows: attacks.map(({ attack, started, damage, exposure }) => [
      attack,
      integer(started),
      points(damage),
      points(exposure),
    ]),
  };
}
