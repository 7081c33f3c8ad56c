import { expect, it } from "vitest";
import type { GateGroup, ParityGate } from "@/lib/metrics/parity-gate";
import { parityChart, parityTable } from "./parity-intervals.model";

const limits: GateGroup = {
  group: "limits",
  candidateAborts: 66,
  baselineAborts: 0,
  candidateRate: 0.33,
  baselineRate: 0,
  difference: 0.33,
  lo: 0.2762,
  hi: 0.3866,
  p: 0,
  finding: "bad",
};
const gate: ParityGate = {
  state: "not_comparable",
  reason: "TOO_MANY_ABORTS",
  blocked: true,
  completeData: false,
  policy: { margin: 0.05, alpha: 0.05, maxAbortRate: 0.2, requireShownParity: false },
  cases: 200,
  candidateStarted: 200,
  baselineStarted: 200,
  candidateAborted: 66,
  baselineAborted: 0,
  candidateRate: 0.33,
  baselineRate: 0,
  lostCases: [],
  direction: "flatters_candidate",
  groups: [
    { ...limits, group: "all" },
    limits,
    { ...limits, group: "tool", difference: 0, lo: null, hi: null, finding: "unclear" },
  ],
};

it("places intervals and the allowed band on one axis", () => {
  const chart = parityChart(gate);
  expect(chart.rows.map((row) => [row.label, row.finding, row.counts])).toEqual([
    ["all aborts", "differs", "66 of 200 against 0 of 200"],
    ["limits", "differs", "66 of 200 against 0 of 200"],
    ["tool", "cannot tell", "66 of 200 against 0 of 200"],
  ]);
  // The axis runs from -0.05 to 0.3866 with 6 % of that on either side.
  const span = 0.4366 * 1.12;
  const from = -0.05 - 0.4366 * 0.06;
  expect(chart.rows[0]?.at).toBeCloseTo((0.33 - from) / span, 12);
  expect(chart.rows[0]?.interval?.from).toBeCloseTo((0.2762 - from) / span, 12);
  expect(chart.rows[2]?.interval).toBeNull();
  expect(chart.band.to).toBeCloseTo((0.05 - from) / span, 12);
  expect(chart.zero).toBeCloseTo(-from / span, 12);
});

it("ticks round values, zero among them, with their sign", () => {
  expect(parityChart(gate).ticks.map((tick) => tick.label)).toEqual([
    "−5",
    "0",
    "+5",
    "+10",
    "+20",
    "+30",
    "+40",
  ]);
  const narrow = parityChart({
    ...gate,
    groups: [{ ...limits, group: "all", difference: 0, lo: -0.0134, hi: 0.0134, finding: "ok" }],
  });
  expect(narrow.ticks.map((tick) => tick.label)).toEqual(["−5", "0", "+5"]);
  const close = ({ ticks }: typeof narrow) => ticks.filter((tick) => tick.close);
  expect(close(parityChart(gate)).map((tick) => tick.label)).toEqual(["0", "+10"]);
  expect(close(narrow)).toEqual([]);
});

it("gives every figure as text, and says why an interval is missing", () => {
  expect(parityTable(gate).rows[0]).toEqual([
    "all aborts",
    "66 of 200 = 33.0 %",
    "0 of 200 = 0.0 %",
    "+33 points",
    "+27.6 points to +38.7 points",
    "differs",
  ]);
  expect(parityTable(gate).rows[2]?.[4]).toBe("n/a with a single case");
});
