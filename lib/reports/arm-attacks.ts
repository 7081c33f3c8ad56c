import type { Measurement } from "@/lib/domain/measurement";
import type { Tally } from "@/lib/domain/tally";
import { attackSuccess } from "@/lib/metrics/attack-success";
import { groupBy, ofSplit, total } from "@/lib/metrics/measuring/by-case";
import { worstCaseAttack } from "@/lib/metrics/worst-case-attack";

/** One attack in one arm. `started` and `aborted` count its episodes. */
export type AttackFigures = { started: number; aborted: number; asr: Measurement };

/** The attacks of one arm, by their keys, and its most successful one. Plain data: it may be kept. */
export type ArmAttacks = { worst: Measurement; figures: ReadonlyMap<string, AttackFigures> };

/** How often each attack of an arm succeeded, from the tallies of its attack cases. */
export function armAttacks(
  tallies: readonly Tally[],
  settings: { confidence: number },
): ArmAttacks {
  const groups = groupBy(ofSplit(tallies, "attack"), (tally) => tally.attack);
  return {
    worst: worstCaseAttack.measure(tallies, settings),
    figures: new Map(
      [...groups].map(([attack, group]) => [
        attack,
        {
          started: total(group, (tally) => tally.started),
          aborted: total(group, (tally) => tally.aborted),
          asr: attackSuccess.measure(group, settings),
        },
      ]),
    ),
  };
}
