import { ROLES } from "@/lib/domain/role";
import type { Tally, ToolTally } from "@/lib/domain/tally";
import { TERMINATIONS, TERMINATION_REASONS } from "@/lib/domain/termination";
import { attackSuccess } from "@/lib/metrics/attack-success";
import { groupBy, total } from "@/lib/metrics/measuring/by-case";
import { FEWEST_TO_RANK } from "@/lib/metrics/worst-case-attack";
import { shareOfEpisodes } from "@/lib/metrics/measuring/share-of-episodes";
import type { AttackRow, TerminationCount, ToolRow } from "./arm-report";

/** How the episodes ended: every reason that occurs, finished ones first, with its share of started. */
export function terminationCounts(
  attacks: readonly Tally[],
  confidence: number,
): TerminationCount[] {
  return TERMINATION_REASONS.flatMap((reason) => {
    const count = total(attacks, (tally) => tally.terminations[reason] ?? 0);
    if (count === 0) return [];
    const share = shareOfEpisodes(
      attacks,
      {
        numerator: (tally) => tally.terminations[reason] ?? 0,
        denominator: (tally) => tally.started,
        none: "No episode was started.",
      },
      confidence,
    );
    if (share.kind === "na") return [];
    const { label, class: terminationClass } = TERMINATIONS[reason];
    return [
      {
        reason,
        label,
        class: terminationClass,
        count,
        share: share.value,
        interval: share.interval,
      },
    ];
  });
}

/**
 * One row an attack, the most successful first. Attacks of few decided episodes come after, ranked by
 * none of them (methods.md 3.6), and attacks without one last.
 */
export function attackRows(attacks: readonly Tally[], confidence: number): AttackRow[] {
  const rows = [...groupBy(attacks, (tally) => tally.attack)].map(([attack, group]) => ({
    attack,
    cases: new Set(group.map((tally) => tally.case)).size,
    started: total(group, (tally) => tally.started),
    aborted: total(group, (tally) => tally.aborted),
    finished: total(group, (tally) => tally.finished),
    success: total(group, (tally) => tally.attackSuccess),
    asr: attackSuccess.measure(group, { confidence }),
    damage: total(group, (tally) => tally.damage),
    exposure: total(group, (tally) => tally.exposure),
  }));
  const rank = ({ asr }: AttackRow) =>
    asr.kind === "na" ? -2 : asr.denominator < FEWEST_TO_RANK ? -1 : asr.value;
  return rows.toSorted(
    (a, b) => rank(b) - rank(a) || b.damage - a.damage || a.attack.localeCompare(b.attack),
  );
}

/** One row a tool, the most damaging first. Weights are what one act of its role costs to undo. */
export function toolRows(attacks: readonly Tally[]): ToolRow[] {
  const rows = new Map<string, ToolRow>();
  for (const { tools } of attacks) for (const line of tools) addLine(rows, line);
  return [...rows.values()].toSorted(
    (a, b) => b.damage - a.damage || b.exposure - a.exposure || b.calls - a.calls,
  );
}

function addLine(rows: Map<string, ToolRow>, line: ToolTally): void {
  const row = rows.get(line.tool);
  if (row === undefined) {
    const weight = line.role === null ? null : ROLES[line.role].weight;
    rows.set(line.tool, { ...line, weight });
    return;
  }
  row.calls += line.calls;
  row.executed += line.executed;
  row.denied += line.denied;
  row.damage += line.damage;
  row.exposure += line.exposure;
}
