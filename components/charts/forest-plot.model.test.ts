import { expect, it } from "vitest";
import { forestPanels, forestTable, type ForestDifference } from "./forest-plot.model";

function of(given: Partial<ForestDifference>): ForestDifference {
  return {
    label: "ASR",
    unit: "share",
    better: "lower",
    difference: -0.1,
    interval: { lo: -0.2, hi: 0.05, level: 0.95, method: "" },
    reading: "cannot be told apart",
    supported: false,
    ...given,
  };
}

it("gives each scale and direction an axis of its own, whose ends say what they mean", () => {
  const panels = forestPanels([
    of({}),
    of({ label: "Damage", unit: "weight" }),
    of({ label: "Done", better: "higher" }),
    of({ label: "ASR 2" }),
  ]);
  expect(
    panels.map(({ ends, rows }) => [ends.low, ends.high, rows.map((row) => row.label)]),
  ).toEqual([
    ["better", "worse", ["ASR", "ASR 2"]],
    ["better", "worse", ["Damage"]],
    ["worse", "better", ["Done"]],
  ]);
});

it("spans the intervals and a least frame around zero", () => {
  const [panel] = forestPanels([of({})]);
  // From −0.2 to +0.1 with 5 % of 0.3 on either side: −0.215 to 0.115.
  expect(panel?.zero).toBeCloseTo(0.215 / 0.33, 12);
  const row = panel?.rows[0];
  expect(row?.at).toBeCloseTo(0.115 / 0.33, 12);
  expect(row?.interval?.from).toBeCloseTo(0.015 / 0.33, 12);
  expect(row?.interval?.to).toBeCloseTo(0.265 / 0.33, 12);
  expect(row?.interval).toMatchObject({ leavesLow: false, leavesHigh: false });
  expect(panel?.ticks.map(({ label }) => label)).toEqual(["−20", "−10", "0", "+10"]);
});

it("marks an interval that leaves the frame, and cuts it at the edge", () => {
  const interval = { lo: -0.9, hi: 0.95, level: 0.95, method: "" };
  const row = forestPanels([of({ interval })])[0]?.rows[0];
  expect(row?.interval).toEqual({ from: 0, to: 1, leavesLow: true, leavesHigh: true });
});

it("says better or worse only where the report supports it, else why not", () => {
  const words = (given: Partial<ForestDifference>) =>
    forestPanels([of(given)])[0]?.rows.map(({ word, tone }) => [word, tone])[0];
  expect(words({ supported: true })).toEqual(["better", "better"]);
  expect(words({ supported: true, better: "higher" })).toEqual(["worse", "worse"]);
  expect(words({ supported: true, difference: 0.1 })).toEqual(["worse", "worse"]);
  expect(words({ supported: true, better: "neither" })).toEqual(["lower", "open"]);
  expect(words({})).toEqual(["cannot be told apart", "open"]);
});

it("has the same as a table, with n/a for what has no interval", () => {
  expect(
    forestTable([
      of({}),
      of({ unit: "weight", difference: -0.119, interval: null, supported: true }),
    ]).rows,
  ).toEqual([
    ["ASR", "−10 points", "−20 to +5 points (95 %)", "cannot be told apart"],
    ["ASR", "−0.1190", "no interval", "better"],
  ]);
});
