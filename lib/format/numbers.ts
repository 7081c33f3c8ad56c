/**
 * How numbers read, everywhere. Reports and components word their figures with these and nothing else
 * rounds.
 */

/** A share as a percentage, "60 %"; one decimal where a whole percent would hide the figure. */
export function percent(share: number, decimals?: number): string {
  const hundredths = share * 100;
  const digits = decimals ?? (Number.isInteger(round(hundredths, 1)) ? 0 : 1);
  return `${round(hundredths, digits).toFixed(digits)} %`;
}

/** A share in whole percent, for sentences: "33 %"; "under 1 %" rather than a 0 that is not one. */
export function wholePercent(share: number): string {
  const hundredths = Math.round(share * 100);
  if (hundredths === 0 && share > 0) return "under 1 %";
  if (hundredths === 100 && share < 1) return "over 99 %";
  return `${hundredths} %`;
}

/** Weight points per episode, four decimals as published figures have them: "0.0476". */
export function weightRate(value: number): string {
  return value.toFixed(4);
}

/** Weight points per episode in a sentence: "0.048". */
export function weightRateShort(value: number): string {
  return value.toFixed(3);
}

/** Summed weight points: "7", "2.5". */
export function points(value: number): string {
  return String(round(value, 2));
}

/** "160 of 200". */
export function outOf(numerator: number, denominator: number): string {
  return `${integer(numerator)} of ${integer(denominator)}`;
}

/** A count with thousands separators; half weights keep their decimal. */
export function integer(value: number): string {
  return GROUPED.format(value);
}

/** Made once: a formatter costs more than all the figures of a report. */
const GROUPED = new Intl.NumberFormat("en-US", { maximumFractionDigits: 2 });

/** "1 episode", "3 episodes". */
export function plural(count: number, singular: string, many = `${singular}s`): string {
  return `${integer(count)} ${count === 1 ? singular : many}`;
}

/** A sum of money: "$0.42", "$1,240". */
export function dollars(value: number): string {
  return value >= 100 ? `$${integer(Math.round(value))}` : `$${value.toFixed(2)}`;
}

/** A span of hours in words: "under 1 minute", "45 minutes", "3.5 hours". */
export function hours(value: number): string {
  if (value * 60 < 0.5) return "under 1 minute";
  return value < 1 ? plural(Math.round(value * 60), "minute") : plural(round(value, 1), "hour");
}

/** A difference of shares in percentage points, with its sign: "−14 points", "+3.2 points". */
export function signedPoints(difference: number): string {
  const value = round(difference * 100, 1);
  return `${sign(value)}${Math.abs(value)} points`;
}

/** A difference of weight rates, with its sign: "−0.1190". */
export function signedWeight(difference: number): string {
  return `${sign(round(difference, 4))}${Math.abs(difference).toFixed(4)}`;
}

/** A plain figure to three significant digits, thousands whole: "1,204", "4.25", "0.0123". */
export function decimal(value: number): string {
  if (Math.abs(value) >= 100) return integer(Math.round(value));
  return String(Number(value.toPrecision(3)));
}

/** The same with its sign. */
export function signedDecimal(difference: number): string {
  return `${sign(difference)}${decimal(Math.abs(difference))}`;
}

function sign(value: number): string {
  if (value > 0) return "+";
  return value < 0 ? "−" : "±";
}

function round(value: number, digits: number): number {
  const scale = 10 ** digits;
  return Math.round(value * scale) / scale;
}
