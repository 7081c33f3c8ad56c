import type { Measurement } from "@/lib/domain/measurement";
import { evidence, intervalWithLevel, measured } from "@/lib/format/measurement";
import { outOf, percent } from "@/lib/format/numbers";
import { dayOf } from "@/lib/format/time";
import type { ArmReport, Guardrail } from "@/lib/reports/arm-report";
import { BY_RULE } from "@/lib/reports/attribution";
import { spelledOut } from "@/components/ui/data-text.model";
import type { ChartState, ChartTable } from "./chart-frame";

/** One arm of one campaign on the time axis. Null is "n/a", and then `why` says so. */
export type TrendPoint = {
  key: string;
  day: string;
  setting: string;
  campaign: string;
  damage: number | null;
  exposure: number | null;
  containment: number | null;
  /** Limits of containment, shares. */
  limits: [number, number] | null;
  /** Null when no episode was started. */
  abortRate: number | null;
  why: string;
};

export type TrendRow = { startedAt: string | null; arm: ArmReport };

/** The three measurements that a trend draws; the page picks them from the registry's report. */
export type TrendPick = (arm: ArmReport) => {
  damage: Measurement;
  exposure: Measurement;
  containment: Measurement;
};

/** More marks than this cannot be told apart; the table below the chart has all. */
const SHOWN = 24;

/** Oldest first, at most the last 24. `rows` come newest first, as the history lists them. */
export function trendPoints(rows: readonly TrendRow[], pick: TrendPick): TrendPoint[] {
  return rows
    .slice(0, SHOWN)
    .toReversed()
    .map(({ startedAt, arm }, index) => {
      const { damage, exposure, containment } = pick(arm);
      return {
        key: String(index),
        day: startedAt === null ? "no date" : dayOf(startedAt),
        setting: spelledOut(settingOf(arm.arm.guardrail)),
        campaign: spelledOut(arm.arm.campaignName),
        damage: valueOf(damage),
        exposure: valueOf(exposure),
        containment: valueOf(containment),
        limits:
          containment.kind === "value" && containment.interval !== null
            ? [containment.interval.lo, containment.interval.hi]
            : null,
        abortRate: arm.abortRate,
        why: damage.kind === "na" ? damage.reason : "",
      };
    });
}

/** The guardrail as the axis names it: its version, else its name, or that it was off. */
export function settingOf(guardrail: Guardrail | null): string {
  if (guardrail === null) return "not recorded";
  if (!guardrail.enabled) return "no guardrail";
  return guardrail.version ?? guardrail.name;
}

/** Ticks of the weight axis from 0 to just above the tallest bar, at most six, in round steps. */
export function weightScale(points: readonly TrendPoint[]): number[] {
  const tallest = Math.max(
    0,
    ...points.map((point) => (point.damage ?? 0) + (point.exposure ?? 0)),
  );
  const step = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5].find((one) => tallest / one <= 5) ?? 10;
  const steps = Math.max(1, Math.ceil(tallest / step - 1e-9));
  return Array.from({ length: steps + 1 }, (_, index) => index * step);
}

/** What the whiskers of containment are: the level is the policy's, not ours. */
export function whiskerWords(rows: readonly TrendRow[], pick: TrendPick): string {
  for (const { arm } of rows) {
    const { containment } = pick(arm);
    if (containment.kind === "value" && containment.interval !== null) {
      return `containment, ${percent(containment.interval.level, 0)} interval`;
    }
  }
  return "containment";
}

/** Ready, empty, or n/a in every arm with the reason that most arms give. */
export function trendState(points: readonly TrendPoint[]): ChartState {
  if (points.length === 0) return { kind: "empty", reason: "no campaign was imported yet" };
  if (points.some((point) => point.damage !== null)) return { kind: "ready" };
  return { kind: "na", reason: commonest(points.map((point) => point.why)) };
}

export function trendTable(rows: readonly TrendRow[], pick: TrendPick): ChartTable {
  return {
    columns: ["Campaign and arm", "Started", "Damage", "Exposure", "Containment", "Aborted"],
    rows: rows.map(({ startedAt, arm }) => {
      const { damage, exposure, containment } = pick(arm);
      return [
        `${arm.arm.campaignName} · ${arm.arm.armName}`,
        startedAt === null ? "not recorded" : dayOf(startedAt),
        words(damage, "weight"),
        words(exposure, "weight"),
        words(containment, "share"),
        `${outOf(arm.aborted, arm.started)}${arm.abortRate === null ? "" : ` = ${percent(arm.abortRate)}`}`,
      ];
    }),
  };
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
