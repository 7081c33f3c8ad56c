import { outOf, percent, points, signedPoints } from "@/lib/format/numbers";
import type { GateFinding, GateGroup, ParityGate } from "@/lib/metrics/parity-gate";
import type { ChartTable } from "./chart-frame";

export type ParityRow = {
  label: string;
  finding: string;
  state: GateFinding;
  /** Positions on the axis, 0 to 1. `interval` is null with a single case. */
  at: number;
  interval: { from: number; to: number } | null;
  /** "66 of 200 against 0 of 200". */
  counts: string;
};

export type ParityChart = {
  rows: ParityRow[];
  band: { from: number; to: number };
  zero: number;
  /** `close`: to a tick of the margin, so that a narrow frame has no room for both. */
  ticks: { at: number; label: string; close: boolean }[];
};

/** What the gate found on a line, in one word; the colour only repeats it. */
const FINDINGS: Record<GateFinding, string> = {
  ok: "alike",
  bad: "differs",
  unclear: "cannot tell",
};

/** The axis spans what is drawn and the allowed band with some room; positions are shares of it. */
export function parityChart(gate: ParityGate): ParityChart {
  const margin = gate.policy.margin;
  const ends = gate.groups.flatMap((g) => [
    g.difference,
    g.lo ?? g.difference,
    g.hi ?? g.difference,
  ]);
  const lowest = Math.min(-margin, ...ends);
  const highest = Math.max(margin, ...ends);
  const room = (highest - lowest) * 0.06;
  const from = lowest - room;
  const span = highest + room - from;
  const position = (difference: number) => (difference - from) / span;
  return {
    rows: gate.groups.map((g) => ({
      label: g.group === "all" ? "all aborts" : g.group,
      finding: FINDINGS[g.finding],
      state: g.finding,
      at: position(g.difference),
      interval:
        g.lo === null || g.hi === null ? null : { from: position(g.lo), to: position(g.hi) },
      counts: countsOf(g, gate),
    })),
    band: { from: position(-margin), to: position(margin) },
    zero: position(0),
    ticks: tickValues(from, from + span, margin).map((value) => ({
      at: position(value),
      label: tickLabel(value),
      close: value !== margin && value !== -margin && Math.abs(Math.abs(value) - margin) < span / 4,
    })),
  };
}

export function parityTable(gate: ParityGate): ChartTable {
  return {
    columns: ["Aborts", "Candidate", "Baseline", "Difference", "Interval", "Finding"],
    rows: gate.groups.map((g) => [
      g.group === "all" ? "all aborts" : g.group,
      `${outOf(g.candidateAborts, gate.candidateStarted)} = ${percent(g.candidateRate, 1)}`,
      `${outOf(g.baselineAborts, gate.baselineStarted)} = ${percent(g.baselineRate, 1)}`,
      signedPoints(g.difference),
      g.lo === null || g.hi === null
        ? "n/a with a single case"
        : `${signedPoints(g.lo)} to ${signedPoints(g.hi)}`,
      FINDINGS[g.finding],
    ]),
  };
}

function countsOf(group: GateGroup, gate: ParityGate): string {
  return `${outOf(group.candidateAborts, gate.candidateStarted)} against ${outOf(group.baselineAborts, gate.baselineStarted)}`;
}

/** The margin on either side, and round values (0 is one) that do not run into its labels. */
function tickValues(from: number, to: number, margin: number): number[] {
  const step = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5].find((one) => (to - from) / one <= 5) ?? 1;
  const near = (to - from) * 0.1;
  const values = [-margin, margin];
  for (let n = Math.ceil(from / step); n * step <= to; n += 1) {
    if (Math.abs(Math.abs(n * step) - margin) > near) values.push(n * step);
  }
  return values.toSorted((a, b) => a - b);
}

function tickLabel(value: number): string {
  const text = points(Math.abs(value) * 100);
  if (text === "0") return text;
  return value > 0 ? `+${text}` : `−${text}`;
}
