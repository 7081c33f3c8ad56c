import { spelledOut } from "@/components/ui/data-text.model";
import type { Interval, Measurement } from "@/lib/domain/measurement";
import { evidence, intervalWithLevel, measured } from "@/lib/format/measurement";
import { outOf, percent } from "@/lib/format/numbers";
import { dayOf } from "@/lib/format/time";
import { guardrailWords } from "@/lib/reports/arm-line";
import type { ArmReport, Guardrail } from "@/lib/reports/arm-report";
import { BY_RULE } from "@/lib/reports/attribution";
import type { ChartState, ChartTable } from "./chart-frame";

/** Where an interval stands in its frame, in shares of the frame's height; `beyond`: it leaves at the top. */
export type Whisker = { from: number; to: number; beyond: boolean };

/** One arm of one campaign on the time axis. Shares are of the frame's height; null is "n/a". */
export type TrendPoint = {
  key: string;
  day: string;
  setting: string;
  /** Everything the column shows, in words. */
  words: string;
  damage: number | null;
  exposure: number | null;
  damageWhisker: Whisker | null;
  /** A share, as its frame goes from 0 to 1. */
  containment: number | null;
  containmentWhisker: Whisker | null;
  /** Null when no episode was started. */
  abortRate: number | null;
  /** Another version of the guardrail than it last had: "1.3 → 1.4", and columns to the next such label. */
  change: { words: string; columns: number } | null;
  why: string;
};

/** One target: its arms from the oldest to the newest. */
export type TrendPanel = {
  target: string;
  /** Ticks of the weight axis, from 0 upwards. */
  scale: number[];
  points: TrendPoint[];
  /** Arms of this target, drawn or not. */
  arms: number;
  state: ChartState;
  table: ChartTable;
  /** What the whiskers are, with the level of the intervals. */
  level: string;
};

export type TrendRow = { startedAt: string | null; target: string; arm: ArmReport };

/** The three measurements that a trend draws; the page picks them from the registry's report. */
export type TrendPick = (arm: ArmReport) => {
  damage: Measurement;
  exposure: Measurement;
  containment: Measurement;
};

/** More columns than this nobody scrolls through; the table under the chart has all. */
const DRAWN = 60;

/**
 * A panel a target: first those with a figure to draw, each time the one with the newest arm first. `rows`
 * come newest first, as the history lists them.
 */
export function trendPanels(rows: readonly TrendRow[], pick: TrendPick): TrendPanel[] {
  const targets = [...new Set(rows.map(({ target }) => target))];
  const panels = targets.map((target): TrendPanel => {
    const all = rows.filter((row) => row.target === target);
    const drawn = all.slice(0, DRAWN).toReversed();
    const scale = weightScale(
      drawn.map(({ arm }) => {
        const { damage, exposure } = pick(arm);
        return (valueOf(damage) ?? 0) + (valueOf(exposure) ?? 0);
      }),
    );
    const top = scale.at(-1) ?? 1;
    const changes = versionChanges(drawn.map(({ arm }) => arm.arm.guardrail));
    const points = drawn.map((row, at) => pointOf(row, { pick, top, at, changes }));
    return {
      target: spelledOut(target),
      scale,
      points,
      arms: all.length,
      state: stateOf(points),
      table: trendTable(all, pick),
      level: levelWords(all, pick),
    };
  });
  return panels.toSorted((one, other) => Number(isBlank(one)) - Number(isBlank(other)));
}

/** Not one arm of it has a damage to draw. */
export function isBlank({ state }: TrendPanel): boolean {
  return state.kind !== "ready";
}

function pointOf(
  { startedAt, arm }: TrendRow,
  {
    pick,
    top,
    at,
    changes,
  }: { pick: TrendPick; top: number; at: number; changes: readonly (string | null)[] },
): TrendPoint {
  const { damage, exposure, containment } = pick(arm);
  const share = (measurement: Measurement) =>
    measurement.kind === "value" ? measurement.value / top : null;
  return {
    key: String(at),
    day: startedAt === null ? "no date" : dayOf(startedAt),
    setting: spelledOut(settingOf(arm.arm.guardrail)),
    words: spelledOut(
      [
        `${arm.arm.campaignName}, ${arm.arm.armName}`,
        `guardrail: ${guardrailWords(arm.arm.guardrail)}`,
        `damage ${words(damage, "weight")}`,
        `exposure ${words(exposure, "weight")}`,
        `containment ${words(containment, "share")}`,
        abortWords(arm),
      ].join("\n"),
    ),
    damage: share(damage),
    exposure: share(exposure),
    damageWhisker: damage.kind === "value" ? whiskerOf(damage.interval, top) : null,
    containment: valueOf(containment),
    containmentWhisker: containment.kind === "value" ? whiskerOf(containment.interval, 1) : null,
    abortRate: arm.abortRate,
    change: changeAt(changes, at),
    why: damage.kind === "na" ? damage.reason : "",
  };
}

function whiskerOf(interval: Interval | null, top: number): Whisker | null {
  if (interval === null || interval.lo > top) return null;
  const beyond = interval.hi > top;
  return { from: interval.lo / top, to: beyond ? 1 : interval.hi / top, beyond };
}

/**
 * What changed in the version of a guardrail since it was last on in this panel, arm by arm, oldest first.
 * That a guardrail is off or comes in for the first time is no change of its version.
 */
export function versionChanges(guardrails: readonly (Guardrail | null)[]): (string | null)[] {
  const last = new Map<string, string | null>();
  return guardrails.map((guardrail) => {
    if (guardrail === null || !guardrail.enabled) return null;
    const before = last.get(guardrail.name);
    last.set(guardrail.name, guardrail.version);
    if (before === undefined || before === guardrail.version) return null;
    return `${before ?? "no version"} → ${guardrail.version ?? "no version"}`;
  });
}

/** A label may reach to the next one, and no further. */
function changeAt(changes: readonly (string | null)[], at: number): TrendPoint["change"] {
  const change = changes[at];
  if (change === undefined || change === null) return null;
  const next = changes.findIndex((one, place) => place > at && one !== null);
  return { words: spelledOut(change), columns: (next === -1 ? changes.length : next) - at };
}

/** The guardrail as the axis names it: its version, else its name, or that it was off. */
export function settingOf(guardrail: Guardrail | null): string {
  if (guardrail === null) return "not recorded";
  if (!guardrail.enabled) return "no guardrail";
  return guardrail.version ?? guardrail.name;
}

/** Ticks of the weight axis from 0 to just above the tallest bar, at most six, in round steps. */
export function weightScale(bars: readonly number[]): number[] {
  const tallest = Math.max(0, ...bars);
  const step = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5].find((one) => tallest / one <= 5) ?? 10;
  const steps = Math.max(1, Math.ceil(tallest / step - 1e-9));
  return Array.from({ length: steps + 1 }, (_, index) => index * step);
}

/** The level that the intervals hold at is the policy's, not ours: "95 % intervals". */
function levelWords(rows: readonly TrendRow[], pick: TrendPick): string {
  for (const { arm } of rows) {
    const { damage, containment } = pick(arm);
    for (const measurement of [damage, containment]) {
      if (measurement.kind === "value" && measurement.interval !== null) {
        return `${percent(measurement.interval.level, 0)} interval`;
      }
    }
  }
  return "no interval";
}

/** Ready, or n/a in every arm with the reason that most arms give. */
function stateOf(points: readonly TrendPoint[]): ChartState {
  if (points.some((point) => point.damage !== null)) return { kind: "ready" };
  return { kind: "na", reason: commonest(points.map((point) => point.why)) };
}

function trendTable(rows: readonly TrendRow[], pick: TrendPick): ChartTable {
  return {
    columns: [
      "Campaign and arm",
      "Started",
      "Guardrail",
      "Damage",
      "Exposure",
      "Containment",
      "Aborted",
    ],
    rows: rows.map(({ startedAt, arm }) => {
      const { damage, exposure, containment } = pick(arm);
      return [
        `${arm.arm.campaignName} · ${arm.arm.armName}`,
        startedAt === null ? "not recorded" : `${dayOf(startedAt)} UTC`,
        guardrailWords(arm.arm.guardrail),
        words(damage, "weight"),
        words(exposure, "weight"),
        words(containment, "share"),
        abortWords(arm),
      ];
    }),
  };
}

function abortWords(arm: ArmReport): string {
  const counted = `${outOf(arm.aborted, arm.started)} aborted`;
  return arm.abortRate === null ? counted : `${counted} = ${percent(arm.abortRate)}`;
}

function words(measurement: Measurement, unit: "share" | "weight"): string {
  if (measurement.kind === "na") return `n/a: ${measurement.reason}`;
  const limits =
    measurement.interval === null ? "" : `, ${intervalWithLevel(measurement.interval, unit)}`;
  const how = measurement.byRule === undefined ? "" : `, ${BY_RULE}`;
  return `${evidence(measurement)} = ${measured(measurement, unit)}${limits}${how}`;
}

function valueOf(measurement: Measurement): number | null {
  return measurement.kind === "value" ? measurement.value : null;
}

/** The text that occurs most, the first of several. */
function commonest(texts: readonly string[]): string {
  const times = (text: string) => texts.filter((one) => one === text).length;
  return texts.reduce((best, text) => (times(text) > times(best) ? text : best), texts[0] ?? "");
}
