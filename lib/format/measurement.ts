import type { Interval, Measurement } from "@/lib/domain/measurement";
import { outOf, percent, signedPoints, signedWeight, weightRate } from "./numbers";

/** What a metric is measured in, as the registry names it. */
type Unit = "share" | "weight points per weighable episode";

/** The figure alone, in its unit, or "n/a". */
export function measured(measurement: Measurement, unit: Unit, digits = 1): string {
  return measurement.kind === "na" ? "n/a" : inUnit(measurement.value, unit, digits);
}

/** A value of a metric in its unit: shares as percentages, weights with four digits. */
export function inUnit(value: number, unit: Unit, digits = 1): string {
  return unit === "share" ? percent(value, digits) : weightRate(value);
}

/** A difference of a metric in its unit, with its sign. */
export function signedInUnit(difference: number, unit: Unit): string {
  return unit === "share" ? signedPoints(difference) : signedWeight(difference);
}

/** What a figure is made of: "160 of 200", or why there is none. */
export function evidence(measurement: Measurement): string {
  return measurement.kind === "na"
    ? measurement.reason
    : outOf(measurement.numerator, measurement.denominator);
}

/** Limits on the scale of their estimate: "74–85 %" for shares, "0.0012 to 0.8300" for weights. */
export function limits(interval: { lo: number; hi: number }, unit: Unit): string {
  return unit === "share"
    ? `${Math.round(interval.lo * 100)}–${percent(interval.hi, 0)}`
    : `${weightRate(interval.lo)} to ${weightRate(interval.hi)}`;
}

/** An interval with the level it holds at: "74–85 % (95 %)". */
export function intervalWithLevel(interval: Interval, unit: Unit): string {
  return `${limits(interval, unit)} (${percent(interval.level, 0)})`;
}

/** Limits of a difference: "−73.6 to −59.3 points". */
export function differenceLimits(interval: { lo: number; hi: number }, unit: Unit): string {
  return `${signedInUnit(interval.lo, unit).replace(/ points$/, "")} to ${signedInUnit(interval.hi, unit)}`;
}

/** A p-value: to three digits, and below that as a bound. */
export function pValue(p: number): string {
  return p < 0.001 ? "p < 0.001" : `p = ${p.toFixed(3)}`;
}
