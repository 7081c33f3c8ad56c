/**
 * How numbers read, everywhere. Reports and components word their figures with these and nothing else
 * rounds. A half goes away from zero, by the decimal that the number stands for: toFixed and Math.round
 * go by its binary digits, or up, so that a difference read another way round were another one.
 */

/** A share as a percentage, "60 %"; one decimal where a whole percent would hide the figure. */
export function percent(share: number, decimals?: number): string {
  return written(share, "percent", decimals ?? 0, decimals ?? 1).replace("%", " %");
}

/** A share in whole percent, for sentences: "33 %"; "under 1 %" rather than a 0 that is not one. */
export function wholePercent(share: number): string {
  const whole = percent(share, 0);
  if (whole === "0 %" && share > 0) return "under 1 %";
  return whole === "100 %" && share < 1 ? "over 99 %" : whole;
}

/** Weight points per episode, four decimals as published figures have them: "0.0476". */
export function weightRate(value: number): string {
  return fixed(value, 4);
}

/** Weight points per episode in a sentence: "0.048". */
export function weightRateShort(value: number): string {
  return fixed(value, 3);
}

/** Summed weight points: "7", "2.5". */
export function points(value: number): string {
  return written(value, "decimal", 0, 2);
}

/** "160 of 200". */
export function outOf(numerator: number, denominator: number): string {
  return `${integer(numerator)} of ${integer(denominator)}`;
}

/** A count with thousands separators; half weights keep their decimal. */
export function integer(value: number): string {
  return written(value, "decimal", 0, 2);
}

/** A number with exactly this many decimals: "0.50". */
export function fixed(value: number, decimals: number): string {
  return written(value, "decimal", decimals, decimals);
}

/** "1 episode", "3 episodes". */
export function plural(count: number, singular: string, many = `${singular}s`): string {
  return `${integer(count)} ${count === 1 ? singular : many}`;
}

function counted(count: string, singular: string): string {
  return `${count} ${count === "1" ? singular : `${singular}s`}`;
}

/** A sum of money: "$0.42", "$1,240". */
export function dollars(value: number): string {
  return `$${fixed(value, value >= 100 ? 0 : 2)}`;
}

/** A span of hours in words: "under 1 minute", "45 minutes", "3.5 hours". */
export function hours(value: number): string {
  if (value * 60 < 0.5) return "under 1 minute";
  if (value >= 1) return counted(written(value, "decimal", 0, 1), "hour");
  return counted(fixed(value * 60, 0), "minute");
}

/** A difference of shares in percentage points, with its sign: "−14 points", "+3.2 points". */
export function signedPoints(difference: number): string {
  return `${signed(written(difference, "percent", 0, 1, "exceptZero")).replace("%", "")} points`;
}

/** A difference of weight rates, with its sign: "−0.1190". */
export function signedWeight(difference: number): string {
  return signed(written(difference, "decimal", 4, 4, "exceptZero"));
}

/** A plain figure to three significant digits, thousands whole: "1,204", "4.25", "0.0123". */
export function decimal(value: number): string {
  return Math.abs(value) >= 100 ? fixed(value, 0) : withMinus(THREE_DIGITS.format(value));
}

/** The same with its sign. */
export function signedDecimal(difference: number): string {
  return signed(difference > 0 ? `+${decimal(difference)}` : decimal(difference));
}

/** What has no sign of its own is neither more nor less. */
function signed(text: string): string {
  return /^[+−]/.test(text) ? text : `±${text}`;
}

type Style = "decimal" | "percent";
type Sign = "negative" | "exceptZero";

/** The one way in which a number becomes text: en-US, thousands grouped, and no zero with a minus. */
function written(
  value: number,
  style: Style,
  least: number,
  most: number,
  signDisplay: Sign = "negative",
): string {
  return withMinus(formatter(style, least, most, signDisplay).format(value));
}

/** Made once each: a formatter costs more than all the figures of a report. */
const FORMATTERS = new Map<string, Intl.NumberFormat>();
const THREE_DIGITS = new Intl.NumberFormat("en-US", {
  maximumSignificantDigits: 3,
  signDisplay: "negative",
});

function formatter(style: Style, least: number, most: number, signDisplay: Sign) {
  const key = `${style} ${least} ${most} ${signDisplay}`;
  const known = FORMATTERS.get(key);
  if (known !== undefined) return known;
  const digits = { minimumFractionDigits: least, maximumFractionDigits: most };
  const made = new Intl.NumberFormat("en-US", { style, ...digits, signDisplay });
  FORMATTERS.set(key, made);
  return made;
}

/** The minus of print, which is as wide as a plus and no hyphen to break a line at. */
function withMinus(text: string): string {
  return text.replace("-", "−");
}
