import { UNITS, type Unit } from "@/lib/domain/unit";
import type { Interval } from "@/lib/domain/measurement";
import { differenceLimits, signedInUnit } from "@/lib/format/measurement";
import { percent, points } from "@/lib/format/numbers";
import type { ChartTable } from "./chart-frame";

type Better = "lower" | "higher" | "neither";

/** One difference, candidate minus baseline, as the report has it. */
export type ForestDifference = {
  label: string;
  unit: Unit;
  better: Better;
  difference: number;
  interval: Interval | null;
  /** What the report says that the figures support; replaced by better or worse where `supported`. */
  reading: string;
  /** Whether the direction may be claimed at all. */
  supported: boolean;
};

export type ForestRow = {
  label: string;
  /** Positions on the axis, 0 to 1; an end that leaves the frame stands at its edge and is marked. */
  at: number;
  interval: { from: number; to: number; leavesLow: boolean; leavesHigh: boolean } | null;
  figure: string;
  limits: string;
  /** "better", "worse", or why neither may be said. */
  word: string;
  tone: "better" | "worse" | "open";
};

/** Differences that share a scale and a direction: one axis, whose ends have one meaning. */
export type ForestPanel = {
  key: string;
  ends: { low: string; high: string };
  zero: number;
  ticks: { at: number; label: string }[];
  rows: ForestRow[];
};

/** The differences by scale and direction, in the order in which those first occur. */
export function forestPanels(differences: readonly ForestDifference[]): ForestPanel[] {
  const groups = new Map<string, ForestDifference[]>();
  for (const one of differences) {
    const key = `${UNITS[one.unit].scale} ${one.better}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups].map(([key, group]) => panel(key, group));
}

export function forestTable(differences: readonly ForestDifference[]): ChartTable {
  return {
    columns: ["Difference of", "Candidate − baseline", "Interval", "Reading"],
    rows: differences.map((one) => [
      one.label,
      signedInUnit(one.difference, one.unit),
      limitsOf(one),
      wordOf(one).word,
    ]),
  };
}

/** An interval may widen the frame to this, or to this many times the largest difference; then it leaves it. */
const WIDEST = { times: 8, share: 0.5, weight: 1, plain: 10 } as const;
/** The least that the frame shows on either side of zero, so that small differences look small. */
const LEAST = { share: 0.1, weight: 0.05, plain: 1 } as const;
/** Room beside the outermost mark, as a share of the frame. */
const ROOM = 0.05;

function panel(key: string, group: readonly ForestDifference[]): ForestPanel {
  const [first] = group;
  if (first === undefined) throw new RangeError("a panel needs a difference");
  const { low, high } = frameOf(group);
  const position = (value: number) => (value - low) / (high - low);
  const within = (value: number) => Math.min(1, Math.max(0, position(value)));
  return {
    key,
    ends: endsOf(first.better),
    zero: position(0),
    ticks: tickValues(low, high).map((value) => ({
      at: position(value),
      label: tickLabel(value, first.unit),
    })),
    rows: group.map((one) => ({
      label: one.label,
      at: within(one.difference),
      interval:
        one.interval === null
          ? null
          : {
              from: within(one.interval.lo),
              to: within(one.interval.hi),
              leavesLow: one.interval.lo < low,
              leavesHigh: one.interval.hi > high,
            },
      figure: signedInUnit(one.difference, one.unit),
      limits: limitsOf(one),
      ...wordOf(one),
    })),
  };
}

function frameOf(group: readonly ForestDifference[]): { low: number; high: number } {
  const largest = Math.max(...group.map(({ difference }) => Math.abs(difference)));
  const { scale } = UNITS[group[0]?.unit ?? "share"];
  const least = LEAST[scale];
  const furthest = Math.max(WIDEST.times * largest, WIDEST[scale]);
  const ends = (of: (interval: Interval) => number) =>
    group.flatMap(({ difference, interval }) =>
      interval === null ? [difference] : [difference, of(interval)],
    );
  const low = Math.max(-furthest, Math.min(-least, ...ends(({ lo }) => lo)));
  const high = Math.min(furthest, Math.max(least, ...ends(({ hi }) => hi)));
  const room = (high - low) * ROOM;
  return { low: low - room, high: high + room };
}

function endsOf(better: Better): ForestPanel["ends"] {
  switch (better) {
    case "lower":
      return { low: "better", high: "worse" };
    case "higher":
      return { low: "worse", high: "better" };
    case "neither":
      return { low: "lower", high: "higher" };
  }
}

function wordOf(one: ForestDifference): Pick<ForestRow, "word" | "tone"> {
  if (!one.supported || one.difference === 0) return { word: one.reading, tone: "open" };
  if (one.better === "neither") {
    return { word: one.difference > 0 ? "higher" : "lower", tone: "open" };
  }
  const better = one.difference < 0 === (one.better === "lower");
  return better ? { word: "better", tone: "better" } : { word: "worse", tone: "worse" };
}

function limitsOf({ interval, unit }: ForestDifference): string {
  return interval === null
    ? "no interval"
    : `${differenceLimits(interval, unit)} (${percent(interval.level)})`;
}

/** Round values, 0 among them, about five of them. */
function tickValues(low: number, high: number): number[] {
  const rough = (high - low) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((one) => one * power >= rough) ?? 10) * power;
  const values: number[] = [];
  for (let n = Math.ceil(low / step); n * step <= high; n += 1) values.push(n * step);
  return values;
}

function tickLabel(value: number, unit: Unit): string {
  const size = Math.abs(value);
  const text =
    UNITS[unit].scale === "share" ? points(size * 100) : String(Number(size.toPrecision(3)));
  if (Number(text) === 0) return "0";
  return value > 0 ? `+${text}` : `−${text}`;
}
