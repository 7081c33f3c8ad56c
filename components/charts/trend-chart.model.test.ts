import { expect, it } from "vitest";
import type { Measurement } from "@/lib/domain/measurement";
import { DEFAULT_POLICY } from "@/lib/domain/policy";
import type { ArmReport, Guardrail } from "@/lib/reports/arm-report";
import { makeArmReport } from "@/lib/reports/make-arm-report";
import { armInput, articleOn } from "@/lib/testing/article";
import {
  isBlank,
  settingOf,
  trendPanels,
  versionChanges,
  weightScale,
  type TrendPick,
  type TrendRow,
} from "./trend-chart.model";

const none: Measurement = { kind: "na", reason: "calls carry no marker" };
const pick: TrendPick = (arm) => ({
  damage: arm.measurements.damage ?? none,
  exposure: arm.measurements.exposure ?? none,
  containment: arm.measurements.containment ?? none,
});
const article = makeArmReport(armInput("on", articleOn(), true), DEFAULT_POLICY);

function armReport(measurements: Record<string, Measurement>): ArmReport {
  return { ...article, measurements };
}

const interval = (lo: number, hi: number) => ({ lo, hi, level: 0.95, method: "m" });
const on = armReport({
  damage: {
    kind: "value",
    value: 2 / 42,
    numerator: 2,
    denominator: 42,
    interval: interval(0.03, 0.83),
  },
  exposure: { kind: "value", value: 3 / 42, numerator: 3, denominator: 42, interval: null },
  containment: {
    kind: "value",
    value: 0.6,
    numerator: 3,
    denominator: 5,
    interval: interval(0.26, 0.88),
  },
});
const blind = armReport({});

function row(arm: ArmReport, startedAt: string | null = null, target = "agent"): TrendRow {
  return { startedAt, target, arm };
}

const panelOf = (...rows: TrendRow[]) => {
  const [panel] = trendPanels(rows, pick);
  if (panel === undefined) throw new Error("no panel");
  return panel;
};

it("runs from the oldest to the newest, n/a apart from zero, in shares of the frame", () => {
  const { points, scale, state } = panelOf(row(on, "2026-11-06T17:42:00Z"), row(blind));
  expect(scale.map((value) => value.toFixed(2))).toEqual(["0.00", "0.05", "0.10", "0.15"]);
  expect(points.map(({ day, damage, containment }) => [day, damage, containment])).toEqual([
    ["no date", null, null],
    ["Nov 6", 2 / 42 / (3 * 0.05), 0.6],
  ]);
  expect(state).toEqual({ kind: "ready" });
});

it("marks an interval that leaves the frame, and keeps what fits", () => {
  const { points } = panelOf(row(on));
  expect(points[0]?.damageWhisker).toEqual({ from: 0.03 / (3 * 0.05), to: 1, beyond: true });
  expect(points[0]?.containmentWhisker).toEqual({ from: 0.26, to: 0.88, beyond: false });
});

it("draws a panel a target, the newest first, each on its own scale", () => {
  const panels = trendPanels(
    [row(on, null, "b\u202E"), row(blind, null, "a"), row(blind, null, "b\u202E")],
    pick,
  );
  expect(panels.map(({ target, arms, state }) => [target, arms, state.kind])).toEqual([
    ["bU+202E", 2, "ready"],
    ["a", 1, "na"],
  ]);
  expect(trendPanels([], pick)).toEqual([]);
});

it("draws the last sixty arms and keeps every one in the table", () => {
  const panel = panelOf(...Array.from({ length: 70 }, () => row(on, "2026-11-06T17:42:00Z")));
  expect([panel.points.length, panel.arms, panel.table.rows.length]).toEqual([60, 70, 70]);
  expect(panel.table.rows[0]).toEqual([
    "nightly-on · on",
    "Nov 6 UTC",
    "support-guardrail 1.3",
    "2 of 42 = 0.0476, 0.0300 to 0.8300 (95 %)",
    "3 of 42 = 0.0714",
    "3 of 5 = 60.0 %, 26–88 % (95 %)",
    "0 of 42 aborted = 0 %",
  ]);
});

it("names the level that the intervals hold at, from the first arm that has one", () => {
  expect(panelOf(row(blind), row(on)).level).toBe("95 % interval");
  expect(panelOf(row(blind)).level).toBe("no interval");
});

it("has no abort rate of an arm that started nothing, and spells out what hides in a name", () => {
  const arm = {
    ...blind,
    started: 0,
    abortRate: null,
    arm: { ...blind.arm, campaignName: "a\u202Eb" },
  };
  const [point] = panelOf(row(arm)).points;
  expect(point?.abortRate).toBeNull();
  expect(point?.words.split("\n")[0]).toBe("aU+202Eb, on");
});

it("gives the reason that most arms give", () => {
  const empty = armReport({ damage: { kind: "na", reason: "nothing ran" } });
  expect(panelOf(row(empty), row(blind), row(blind)).state).toEqual({
    kind: "na",
    reason: "calls carry no marker",
  });
});

const guard = (version: string | null, enabled = true, name = "g"): Guardrail => ({
  name,
  version,
  enabled,
});

it("marks another version of a guardrail, and neither that it is off nor that it is new", () => {
  expect(
    versionChanges([
      guard("1.2"),
      guard("1.2", false),
      null,
      guard("1.2"),
      guard("7", true, "other"),
      guard("1.3"),
      guard(null),
    ]),
  ).toEqual([null, null, null, null, null, "1.2 → 1.3", "1.3 → no version"]);
});

it("lets the label of a change reach to the next one and no further", () => {
  const of = (version: string) => ({ ...on, arm: { ...on.arm, guardrail: guard(version) } });
  const { points } = panelOf(...["3", "2", "2", "1"].map((version) => row(of(version))));
  expect(points.map(({ change }) => change)).toEqual([
    null,
    { words: "1 → 2", columns: 2 },
    null,
    { words: "2 → 3", columns: 1 },
  ]);
});

it("names the setting", () => {
  expect(settingOf(null)).toBe("not recorded");
  expect(settingOf(guard("1.3", false))).toBe("no guardrail");
  expect(settingOf(guard("1.3"))).toBe("1.3");
  expect(settingOf(guard(null))).toBe("g");
});

it("ends the axis at the first round step above the tallest bar", () => {
  expect(weightScale([])).toEqual([0, 0.01]);
  expect(weightScale([0.2])).toEqual([0, 0.05, 0.1, 0.15000000000000002, 0.2]);
  expect(weightScale([7])).toEqual([0, 2, 4, 6, 8]);
});

it("puts targets with something to draw before those without, else keeps the newest first", () => {
  const rows = [
    row(blind, null, "blind"),
    row(on, null, "seen"),
    row(blind, null, "seen"),
    row(on, null, "old"),
  ];
  const panels = trendPanels(rows, pick);
  expect(panels.map(({ target }) => target)).toEqual(["seen", "old", "blind"]);
  expect(panels.map(isBlank)).toEqual([false, false, true]);
});
