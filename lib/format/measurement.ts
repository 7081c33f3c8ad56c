import type { Figure, Interval } from "@/lib/domain/measurement";
import { type Unit, UNITS } from "@/lib/domain/unit";
import {
  decimal,
  fixed,
  outOf,
  percent,
  signedDecimal,
  signedPoints,
  signedWeight,
  weightRate,
} from "./numbers";

/** The figure alone, in its unit, or "n/a". */
export function measured(measurement: Figure, unit: Unit, digits = 1): string {
  return measurement.kind === "na" ? "n/a" : inUnit(measurement.value, unit, digits);
}

/** A value of a metric in its unit: shares as percentages, weights with four digits, else a number. */
export function inUnit(value: number, unit: Unit, digits = 1): string {
  switch (UNITS[unit].scale) {
    case "share":
      return percent(value, digits);
    case "weight":
      return weightRate(value);
    case "plain":
      return decimal(value);
  }
}

/** A difference of a metric in its unit, with its sign. */
export function signedInUnit(difference: number, unit: Unit): string {
  switch (UNITS[unit].scale) {
    case "share":
      return signedPoints(difference);
    case "weight":
      return signedWeight(difference);
    case "plain":
      return signedDecimal(difference);
  }
}

/** What a figure is made of: "160 of 200", or why there is none. */
export function evidence(measurement: Figure): string {
  return measurement.kind === "na"
    ? measurement.reason
    : outOf(measurement.numerator, measurement.denominator);
}

/** Limits on the scale of their estimate: "74–85 %" for shares, "0.0012 to 0.8300" for weights. */
export function limits(interval: { lo: number; hi: number }, unit: Unit): string {
  return unit === "share"
    ? `${percent(interval.lo, 0).replace(" %", "")}–${percent(interval.hi, 0)}`
    : `${inUnit(interval.lo, unit)} to ${inUnit(interval.hi, unit)}`;
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
  return p < 0.001 ? "p < 0.001" : `p = ${fixed(p, 3)}`;
}
