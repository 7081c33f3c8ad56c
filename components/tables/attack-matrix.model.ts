import { intervalWithLevel } from "@/lib/format/measurement";
import { integer, outOf, wholePercent } from "@/lib/format/numbers";
import type { AttackCell, AttackMark } from "@/lib/reports/attack-matrix";

/** What a cell shows, line by line. */
export type CellWords = {
  /** The figure, "3/10 · 30 %", or "n/a". */
  figure: string;
  /** A share for the line under the figure; null where nothing ranks. */
  share: number | null;
  mark: string | null;
  /** Why there is no figure, and how many episodes were aborted. */
  notes: string[];
  /** The same in a sentence, for those who listen and those who point. */
  spoken: string;
};

/** How marks read; colour only repeats them. */
export const MARK_WORDS: Record<Exclude<AttackMark, null>, string> = {
  new: "new",
  regressed: "regressed",
  improved: "improved",
  higher: "higher, cannot tell",
  lower: "lower, cannot tell",
  level: "level",
};

/** A cell in words. `few` decided episodes are a count without a share. */
export function cellWords(cell: AttackCell): CellWords {
  const mark = cell.mark === null || cell.mark === "level" ? null : MARK_WORDS[cell.mark];
  const aborted =
    cell.aborted === 0 ? [] : [`${integer(cell.aborted)} of ${integer(cell.started)} aborted`];
  const markSpoken = cell.mark === null ? [] : [MARK_WORDS[cell.mark]];
  if (cell.kind === "na") {
    return {
      figure: "n/a",
      share: null,
      mark,
      notes: [cell.words, ...aborted],
      spoken: [`n/a: ${cell.words}`, ...aborted, ...markSpoken].join("; "),
    };
  }
  const { k, n, few, interval } = cell;
  const limits = interval === null ? "no interval" : intervalWithLevel(interval, "share");
  const count = `${integer(k)}/${integer(n)}`;
  return {
    figure: few ? count : `${count} · ${wholePercent(k / n)}`,
    share: few ? null : k / n,
    mark,
    notes: aborted,
    spoken: [
      `${outOf(k, n)} succeeded, ${few ? "too few to rank" : limits}`,
      ...aborted,
      ...markSpoken,
    ].join("; "),
  };
}
