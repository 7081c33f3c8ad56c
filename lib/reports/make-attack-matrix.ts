import type { Policy } from "@/lib/domain/policy";
import type { Tally } from "@/lib/domain/tally";
import { integer, outOf, plural } from "@/lib/format/numbers";
import { attackSuccess } from "@/lib/metrics/attack-success";
import { groupBy, ofSplit, total } from "@/lib/metrics/measuring/by-case";
import { FEWEST_TO_RANK, worstCaseAttack } from "@/lib/metrics/worst-case-attack";
import { guardrailWords, previousOfLine } from "./arm-line";
import { attackMarks, type Marks } from "./attack-marks";
import type {
  AttackCell,
  AttackColumn,
  AttackMark,
  AttackMatrix,
  AttackMatrixRow,
  NoFigure,
} from "./attack-matrix";
import type { HistoryInput } from "./make-history-report";

/** What a corpus says of one of its attacks. */
export type AttackTags = {
  family: string | null;
  owasp: readonly string[];
  atlas: readonly string[];
};

/** An arm with the attacks that its campaign declares, by their keys, run or not. */
export type MatrixInput = HistoryInput & { declared: ReadonlyMap<string, AttackTags> };

/** How marks come about; the page and every export say it. */
export const MARK_RULES: readonly string[] = [
  "An arm is held against the newest earlier campaign of the same target and the same guardrail, in any version of it; no guardrail is a line of its own.",
  "Nothing is called regressed or improved unless the two arms may be compared: the same gates as on the compare page.",
  "Regressed or improved: the exact test by case says so after correction over all attacks of the pair (Benjamini-Hochberg, q up to 0.10). An attack of one case cannot reach that, however many replicas it has.",
  "Higher or lower, cannot tell: the share moved and the test does not confirm it.",
  `Fewer than ${FEWEST_TO_RANK} decided episodes of an attack are shown as a count and rank nothing.`,
];

type Column = { input: MatrixInput; marks: Marks; byAttack: ReadonlyMap<string, Tally[]> };

/**
 * Attacks over arms, from tallies: how often each succeeded, and how that stands against the arm before in
 * its line. `shown` limits the columns, the newest first; `among` holds every arm that one may be held
 * against, since a filter of columns must not change what a mark means. Attack split alone. Pure.
 */
export function makeAttackMatrix(
  arms: readonly MatrixInput[],
  policy: Policy,
  { shown = arms.length, among = arms }: { shown?: number; among?: readonly MatrixInput[] } = {},
): AttackMatrix {
  const every = newestFirst(among);
  const columns = newestFirst(arms)
    .slice(0, shown)
    .map((input): Column => {
      const attacks = ofSplit(input.tallies, "attack");
      return {
        input,
        marks: attackMarks(previousOfLine(every, every.indexOf(input)), input, policy),
        byAttack: groupBy(attacks, (tally) => tally.attack),
      };
    });
  const rows = rowsOf(columns, policy);
  const drawn = columns.map((column, at) => columnOf(column, rows, at, policy));
  return {
    report: "attacks",
    version: 1,
    policy,
    headline: headlineOf(rows, drawn),
    rules: [...MARK_RULES],
    columns: drawn,
    rows,
  };
}

function newestFirst(arms: readonly MatrixInput[]): MatrixInput[] {
  return arms.toSorted((a, b) => (b.startedAt ?? "").localeCompare(a.startedAt ?? ""));
}

function rowsOf(columns: readonly Column[], policy: Policy): AttackMatrixRow[] {
  const tags = new Map<string, AttackTags>();
  // From the oldest to the newest, so that the newest corpus has the last word on an attack.
  for (const { input, byAttack } of columns.toReversed()) {
    for (const [attack, said] of input.declared) tags.set(attack, said);
    for (const attack of byAttack.keys()) if (!tags.has(attack)) tags.set(attack, UNTAGGED);
  }
  return [...tags]
    .map(([attack, said]) => ({
      attack,
      ...said,
      cells: columns.map((column) => cellOf(column, attack, policy)),
    }))
    .filter(({ cells }) => cells.some((cell) => cell.kind === "measured" || cell.started > 0))
    .toSorted(byRank);
}

const UNTAGGED: AttackTags = { family: null, owasp: [], atlas: [] };

function cellOf({ input, marks, byAttack }: Column, attack: string, policy: Policy): AttackCell {
  const tallies = byAttack.get(attack) ?? [];
  const started = total(tallies, (tally) => tally.started);
  const aborted = total(tallies, (tally) => tally.aborted);
  const mark: AttackMark = started === 0 ? null : marks.of(attack);
  const asr = attackSuccess.measure(tallies, policy);
  if (asr.kind === "na") {
    const why = whyNone(input, attack, { started, aborted });
    return { kind: "na", started, aborted, mark, why, words: NO_FIGURE[why] };
  }
  return {
    kind: "measured",
    started,
    aborted,
    mark,
    k: asr.numerator,
    n: asr.denominator,
    few: asr.denominator < FEWEST_TO_RANK,
    interval: asr.interval,
  };
}

const NO_FIGURE: Record<NoFigure, string> = {
  not_in_corpus: "not in this corpus",
  not_run: "not run",
  all_aborted: "every episode aborted",
  untold: "no record of the outcome",
};

function whyNone(
  { declared }: MatrixInput,
  attack: string,
  { started, aborted }: { started: number; aborted: number },
): NoFigure {
  if (started === 0) return declared.has(attack) ? "not_run" : "not_in_corpus";
  return aborted === started ? "all_aborted" : "untold";
}

/**
 * By the newest arm that ranks an attack: the most successful first. Then attacks too small to rank, those
 * that succeeded at all before the others, by name; attacks without a figure last.
 */
function byRank(a: AttackMatrixRow, b: AttackMatrixRow): number {
  return rankOf(b) - rankOf(a) || a.attack.localeCompare(b.attack);
}

function rankOf({ cells }: AttackMatrixRow): number {
  const measured = cells.flatMap((cell) => (cell.kind === "measured" ? [cell] : []));
  const ranked = measured.find((cell) => !cell.few);
  if (ranked !== undefined) return ranked.k / ranked.n;
  if (measured.length === 0) return -3;
  return measured.some((cell) => cell.k > 0) ? -1 : -2;
}

function columnOf(
  { input, marks }: Column,
  rows: readonly AttackMatrixRow[],
  at: number,
  policy: Policy,
): AttackColumn {
  const counts = { new: 0, regressed: 0, improved: 0, higher: 0, lower: 0, level: 0 };
  for (const { cells } of rows) {
    const mark = cells[at]?.mark ?? null;
    if (mark !== null) counts[mark] += 1;
  }
  return {
    arm: input.identity,
    target: input.campaign.target.name,
    startedAt: input.startedAt,
    worst: worstCaseAttack.measure(input.tallies, policy),
    against: againstOf(input, marks),
    marks: counts,
  };
}

function againstOf(input: MatrixInput, marks: Marks): AttackColumn["against"] {
  if (marks.previous === null) return { state: "first" };
  const { identity } = marks.previous;
  const changed = whatChanged(identity, input.identity);
  return marks.shut === null
    ? { state: "compared", arm: identity, changed }
    : { state: "shut", arm: identity, changed, why: marks.shut };
}

function whatChanged(before: MatrixInput["identity"], now: MatrixInput["identity"]): string | null {
  const changes: string[] = [];
  const [old, fresh] = [guardrailWords(before.guardrail), guardrailWords(now.guardrail)];
  if (old !== fresh) changes.push(`guardrail ${old} → ${fresh}`);
  if (before.model !== now.model) {
    changes.push(`model ${before.model ?? "not recorded"} → ${now.model ?? "not recorded"}`);
  }
  return changes.length === 0 ? null : changes.join(", ");
}

function headlineOf(rows: readonly AttackMatrixRow[], columns: readonly AttackColumn[]): string {
  const newest = columns[0];
  if (newest === undefined || rows.length === 0) return "No attack was run yet.";
  const of = `${plural(rows.length, "attack")} in ${plural(columns.length, "campaign arm")}.`;
  const name = `${newest.arm.campaignName} (${newest.arm.armName})`;
  return `${of} ${name}, the newest: ${worstWords(newest)}; ${againstWords(newest)}.`;
}

function worstWords({ worst }: AttackColumn): string {
  if (worst.kind === "na") return "the worst attack is n/a";
  return worst.numerator === 0
    ? "no attack succeeded"
    : `the most successful attack succeeded in ${outOf(worst.numerator, worst.denominator)} episodes`;
}

function againstWords({ against, marks }: AttackColumn): string {
  if (against.state === "first")
    return "it is the first of its line, so nothing is new or regressed";
  const than = `against ${against.arm.campaignName}`;
  const fresh = marks.new === 0 ? "no attack is new" : `${integer(marks.new)} new`;
  if (against.state === "shut") {
    return `${than} ${fresh}, and nothing is called regressed, since the two may not be compared`;
  }
  const moved =
    marks.regressed === 0
      ? "no attack is shown to have regressed"
      : `${integer(marks.regressed)} regressed`;
  const open = marks.higher === 0 ? "" : `, ${integer(marks.higher)} higher without it being shown`;
  return `${than} ${moved}${open}, ${fresh}`;
}
