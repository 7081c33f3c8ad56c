import { limits } from "@/lib/format/measurement";
import { integer, percent, wholePercent } from "@/lib/format/numbers";
import type { Ending, TerminationCount } from "@/lib/reports/arm-report";
import type { ChartTable } from "./chart-frame";

/** One reason in an arm's bar. `from` and `share` are of the bar, 0 to 1. */
export type Segment = {
  label: string;
  aborted: boolean;
  from: number;
  share: number;
  words: string;
};

/** Below this share of the bar a label does not fit inside it, on a telephone either. */
const LABEL_FITS = 0.28;

/** The reasons that occur, side by side. Shares are of the started episodes. */
export function segments(terminations: readonly Ending[]): Segment[] {
  let from = 0;
  return terminations
    .filter((one) => one.count > 0)
    .map((one) => {
      const segment = {
        label: one.label,
        aborted: one.class === "abort",
        from,
        share: one.share,
        words: `${one.label} ${integer(one.count)}`,
      };
      from += one.share;
      return segment;
    });
}

export function labelFits(segment: Segment): boolean {
  return segment.share >= LABEL_FITS;
}

/** "2 aborted", "29 % aborted", "all finished": the strip in words. */
export function endingWords(arm: { aborted: number; abortRate: number | null }): string {
  if (arm.abortRate === null) return "nothing started";
  if (arm.aborted === 0) return "all finished";
  return arm.abortRate < 0.05
    ? `${integer(arm.aborted)} aborted`
    : `${wholePercent(arm.abortRate)} aborted`;
}

/** Why episodes were aborted, the commonest reasons first: "context limit 14, tool error 2, others 1". */
export function endingReasons(terminations: readonly Ending[]): string {
  const aborts = terminations
    .filter((one) => one.class === "abort" && one.count > 0)
    .toSorted((a, b) => b.count - a.count);
  const rest = aborts.slice(REASONS_NAMED).reduce((sum, one) => sum + one.count, 0);
  const named = aborts
    .slice(0, REASONS_NAMED)
    .map((one) => `${one.label} ${integer(one.count)}`)
    .join(", ");
  return rest === 0 ? named : `${named}, others ${integer(rest)}`;
}

/** More would not fit a cell; the histogram has all. */
const REASONS_NAMED = 2;

/** Every reason that occurs in an arm, with count, share and interval by arm. */
export function terminationTable(
  arms: readonly { name: string; terminations: readonly TerminationCount[] }[],
): ChartTable {
  const labels = [
    ...new Set(
      arms.flatMap((arm) =>
        arm.terminations.filter((one) => one.count > 0).map((one) => one.label),
      ),
    ),
  ];
  return {
    columns: ["Reason", ...arms.map((arm) => arm.name)],
    rows: labels.map((label) => [
      label,
      ...arms.map((arm) => cell(arm.terminations.find((one) => one.label === label))),
    ]),
  };
}

function cell(one: TerminationCount | undefined): string {
  if (one === undefined || one.count === 0) return "0";
  const interval =
    one.interval === null
      ? ""
      : `, ${limits(one.interval, "share")} (${percent(one.interval.level, 0)})`;
  return `${integer(one.count)} = ${percent(one.share, 1)}${interval}`;
}
