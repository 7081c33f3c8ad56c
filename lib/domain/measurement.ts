/** A confidence interval on the scale of its estimate. `level` is a share, 0.95 for 95 %. */
export type Interval = { lo: number; hi: number; level: number; method: string };

/**
 * One measured number, or the statement that there is none.
 *
 * Zero is a claim and n/a is the absence of one: a metric without a witness is `na` with a reason
 * that a person understands, never 0, null or NaN. `value` is not rounded; wording, rounding and
 * percent signs belong to lib/format and components.
 */
export type Measurement =
  | {
      kind: "value";
      value: number;
      numerator: number;
      denominator: number;
      /** Null when the data carry none; `note` then says why. */
      interval: Interval | null;
      note?: string;
      /** It rests on calls that no record attributes but a rule: the rule, in words. */
      byRule?: string;
    }
  | { kind: "na"; reason: string };

/** A measurement without what a line of a table leaves out. Any measurement is one. */
export type Figure =
  | Omit<Extract<Measurement, { kind: "value" }>, "interval" | "note">
  | NotMeasured;
type NotMeasured = Extract<Measurement, { kind: "na" }>;

/** The figure alone, for what travels to a browser by the hundred. */
export function figureOf(measurement: Measurement): Figure {
  if (measurement.kind === "na") return measurement;
  const { kind, value, numerator, denominator, byRule } = measurement;
  return { kind, value, numerator, denominator, ...(byRule === undefined ? {} : { byRule }) };
}

export function notAvailable(reason: string): Measurement {
  return { kind: "na", reason };
}
