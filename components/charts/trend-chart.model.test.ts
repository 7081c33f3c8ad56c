import { expect, it } from "vitest";
import type { Measurement } from "@/lib/domain/measurement";
import { DEFAULT_POLICY } from "@/lib/domain/policy";
import type { ArmReport } from "@/lib/reports/arm-report";
import { makeArmReport } from "@/lib/reports/make-arm-report";
import { armInput, articleOn } from "@/lib/testing/article";
import {
  settingOf,
  trendPoints,
  trendState,
  trendTable,
  weightScale,
  whiskerWords,
  type TrendPick,
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

const on = armReport({
  damage: { kind: "value", value: 2 / 42, numerator: 2, denominator: 42, interval: null },
  exposure: { kind: "value", value: 3 / 42, numerator: 3, denominator: 42, interval: null },
  containment: {
    kind: "value",
    value: 0.6,
    numerator: 3,
    denominator: 5,
    interval: { lo: 0.26, hi: 0.88, level: 0.95, method: "clusterWilson" },
  },
});
const blind = armReport({});

it("runs from the oldest to the newest, n/a apart from zero", () => {
  const points = trendPoints(
    [
      { startedAt: "2026-11-06T17:42:00Z", arm: on },
      { startedAt: null, arm: blind },
    ],
    pick,
  );
  expect(points.map((point) => [point.day, point.damage, point.containment, point.limits])).toEqual(
    [
      ["no date", null, null, null],
      ["Nov 6", 2 / 42, 0.6, [0.26, 0.88]],
    ],
  );
  expect(trendState(points)).toEqual({ kind: "ready" });
});

it("names the level that the intervals hold at, from the first arm that has one", () => {
  const row = (arm: ArmReport) => ({ startedAt: null, arm });
  expect(whiskerWords([row(blind), row(on)], pick)).toBe("containment, 95 % interval");
  expect(whiskerWords([row(blind)], pick)).toBe("containment");
});

it("has no abort rate of an arm that started nothing, and spells out what hides in a name", () => {
  const arm = {
    ...blind,
    started: 0,
    abortRate: null,
    arm: { ...blind.arm, campaignName: "a\u202Eb" },
  };
  const [point] = trendPoints([{ startedAt: null, arm }], pick);
  expect(point).toMatchObject({ abortRate: null, campaign: "aU+202Eb" });
});

it("says why there is nothing to draw", () => {
  expect(trendState([])).toEqual({ kind: "empty", reason: "no campaign was imported yet" });
  expect(trendState(trendPoints([{ startedAt: null, arm: blind }], pick))).toEqual({
    kind: "na",
    reason: "calls carry no marker",
  });
});

it("gives the reason that most arms give", () => {
  const empty = {
    ...blind,
    measurements: { damage: { kind: "na" as const, reason: "nothing ran" } },
  };
  const rows = [empty, blind, blind].map((arm) => ({ startedAt: null, arm }));
  expect(trendState(trendPoints(rows, pick))).toEqual({
    kind: "na",
    reason: "calls carry no marker",
  });
});

it("keeps every arm in the table, with what its figures are made of", () => {
  const rows = Array.from({ length: 30 }, () => ({ startedAt: "2026-11-06T17:42:00Z", arm: on }));
  expect(trendPoints(rows, pick)).toHaveLength(24);
  const table = trendTable(rows, pick);
  expect(table.rows).toHaveLength(30);
  expect(table.rows[0]).toEqual([
    "nightly-on · on",
    "Nov 6",
    "2 of 42 = 0.0476",
    "3 of 42 = 0.0714",
    "3 of 5 = 60.0 %, 26–88 % (95 %)",
    "0 of 42 = 0 %",
  ]);
});

it("names the setting", () => {
  expect(settingOf(null)).toBe("not recorded");
  expect(settingOf({ name: "g", version: "1.3", enabled: false })).toBe("no guardrail");
  expect(settingOf({ name: "g", version: "1.3", enabled: true })).toBe("1.3");
  expect(settingOf({ name: "g", version: null, enabled: true })).toBe("g");
});

it("ends the axis at the first round step above the tallest bar", () => {
  const [point] = trendPoints([{ startedAt: null, arm: on }], pick);
  const scale = weightScale(point === undefined ? [] : [point]);
  expect(scale.map((value) => value.toFixed(2))).toEqual(["0.00", "0.05", "0.10", "0.15"]);
  expect(weightScale([])).toEqual([0, 0.01]);
});
