import { type Measurement } from "@/lib/domain/measurement";
import type { Tally } from "@/lib/domain/tally";
import { outOf, percent, plural } from "@/lib/format/numbers";
import { anyOfK } from "@/lib/metrics/any-of-k";
import { attackSuccess, decided } from "@/lib/metrics/attack-success";
import { groupBy, total } from "@/lib/metrics/measuring/by-case";
import { FEWEST_TO_RANK } from "@/lib/metrics/worst-case-attack";
import { clopperPearson } from "@/lib/stats/clopper-pearson";
import { worstCaseAsr } from "@/lib/stats/worst-case-asr";

/** One attack, with the mean over its episodes and the worst of its cases. */
export type WorstAttack = {
  attack: string;
  cases: number;
  started: number;
  aborted: number;
  /** Over its episodes; the interval takes cases as the sample. */
  asr: Measurement;
  /** Its cases that succeeded in one replica or more. */
  anyOfK: Measurement;
  /** k of its n decided episodes with the exact interval of Clopper and Pearson, as shares; null when n is 0. */
  exact: { k: number; n: number; lo: number; hi: number; level: number } | null;
  /** The case that succeeded most often: k of its n decided replicas. Null when none is decided. */
  worstCase: { case: string; k: number; n: number } | null;
  /** Enough decided episodes to be ranked (methods.md 3.6). */
  ranked: boolean;
  damage: number;
  exposure: number;
};

export type WorstAttacks = {
  /** Worst first; those of too few episodes after, ranked by nothing. */
  rows: WorstAttack[];
  /** What may be said of the order. */
  claim: string;
};

/** The attacks of an arm by their worst (methods.md 3.6). `attacks`: its attack tallies; weights in points. */
export function worstAttacks(attacks: readonly Tally[], confidence: number): WorstAttacks {
  const rows = [...groupBy(attacks, (tally) => tally.attack)].map(([attack, group]) =>
    rowOf(attack, group, confidence),
  );
  const sorted = rows.toSorted(
    (a, b) =>
      rankOf(b) - rankOf(a) || b.damage - a.damage || a.attack.localeCompare(b.attack, "en"),
  );
  return { rows: sorted, claim: claimOf(sorted, confidence) };
}

function rowOf(attack: string, group: readonly Tally[], confidence: number): WorstAttack {
  const k = total(group, (tally) => tally.attackSuccess);
  const n = total(group, decided);
  const limits = clopperPearson(k, n, confidence);
  return {
    attack,
    cases: new Set(group.map((tally) => tally.case)).size,
    started: total(group, (tally) => tally.started),
    aborted: total(group, (tally) => tally.aborted),
    asr: attackSuccess.measure(group, { confidence }),
    anyOfK: anyOfK.measure(group, { confidence }),
    exact: limits === null ? null : { k, n, lo: limits.lo, hi: limits.hi, level: confidence },
    worstCase: worstCaseIn(group),
    ranked: n >= FEWEST_TO_RANK,
    damage: total(group, (tally) => tally.damage),
    exposure: total(group, (tally) => tally.exposure),
  };
}

function worstCaseIn(group: readonly Tally[]): WorstAttack["worstCase"] {
  const cases = [...groupBy(group, (tally) => tally.case)]
    .map(([name, tallies]) => ({
      case: name,
      k: total(tallies, (tally) => tally.attackSuccess),
      n: total(tallies, decided),
    }))
    .filter((one) => one.n > 0);
  const [worst] = cases.toSorted(
    (a, b) => b.k * a.n - a.k * b.n || b.n - a.n || a.case.localeCompare(b.case, "en"),
  );
  return worst ?? null;
}

function rankOf({ exact, ranked }: WorstAttack): number {
  if (exact === null) return -2;
  return ranked ? exact.k / exact.n : -1;
}

function claimOf(rows: readonly WorstAttack[], confidence: number): string {
  const decidedRows = rows.flatMap((row) =>
    row.exact === null ? [] : [{ row, exact: row.exact }],
  );
  const [first] = decidedRows;
  if (first === undefined) return "No attack has an episode that ran to an end, so none is ranked.";
  const ranked = decidedRows.filter(({ row }) => row.ranked);
  const few = decidedRows.length - ranked.length;
  if (ranked.length === 0) {
    return `No attack has ${FEWEST_TO_RANK} decided episodes: k of n is shown, and the order claims nothing.`;
  }
  const rest =
    few === 0
      ? ""
      : ` ${plural(few, "attack")} of fewer than ${FEWEST_TO_RANK} decided episodes ${few === 1 ? "stands" : "stand"} below, ranked by nothing.`;
  if (decidedRows.length === 1) return `Only one attack has a figure.${rest}`;
  if (first.exact.k === 0)
    return `No ranked attack succeeded, so none of them is the worst.${rest}`;
  const limits = worstCaseAsr(
    decidedRows.map(({ exact }) => exact.k),
    decidedRows.map(({ exact }) => exact.n),
    confidence,
  );
  const isWorst = limits?.separated === true && limits.worst.includes(0);
  const found = `${first.row.attack} succeeded most often, ${outOf(first.exact.k, first.exact.n)} (${percent(first.exact.k / first.exact.n)})`;
  return isWorst
    ? `${found}, and its limits lie above those of every other attack: it is the worst.${rest}`
    : `${found}, but its limits do not lie above those of every other attack: it is not shown to be the worst.${rest}`;
}
