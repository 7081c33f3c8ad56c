import { describe, expect, it } from "vitest";
import {
  decimal,
  dollars,
  fixed,
  hours,
  signedDecimal,
  integer,
  outOf,
  percent,
  plural,
  points,
  signedPoints,
  signedWeight,
  weightRate,
  weightRateShort,
  wholePercent,
} from "./numbers";

describe("numbers", () => {
  it("prints a share as a percentage, with a decimal only where it says something", () => {
    expect(percent(0.6)).toBe("60 %");
    expect(percent(0.1276)).toBe("12.8 %");
    expect(percent(0.1276, 0)).toBe("13 %");
    expect(percent(1)).toBe("100 %");
  });

  it("never rounds something to nothing or almost all to all", () => {
    expect(wholePercent(0.33)).toBe("33 %");
    expect(wholePercent(0.002)).toBe("under 1 %");
    expect(wholePercent(0)).toBe("0 %");
    expect(wholePercent(0.997)).toBe("over 99 %");
  });

  it("prints weights as published", () => {
    expect(weightRate(2 / 42)).toBe("0.0476");
    expect(weightRateShort(7 / 42)).toBe("0.167");
    expect(points(2.5)).toBe("2.5");
    expect(points(7)).toBe("7");
  });

  it("prints counts", () => {
    expect(outOf(160, 200)).toBe("160 of 200");
    expect(integer(1158)).toBe("1,158");
    expect(plural(1, "episode")).toBe("1 episode");
    expect(plural(2, "episode")).toBe("2 episodes");
  });

  it("prints plain figures to three digits", () => {
    expect(decimal(1204.4)).toBe("1,204");
    expect(decimal(4.2512)).toBe("4.25");
    expect(decimal(0.01234)).toBe("0.0123");
    expect(signedDecimal(-4.2512)).toBe("−4.25");
  });

  it("prints money and hours", () => {
    expect(dollars(0.42)).toBe("$0.42");
    expect(dollars(1240.4)).toBe("$1,240");
    expect(hours(0.004)).toBe("under 1 minute");
    expect(hours(0.75)).toBe("45 minutes");
    expect(hours(1)).toBe("1 hour");
    expect(hours(3.55)).toBe("3.6 hours");
  });

  it("rounds a half away from zero by the decimal that is written, not by its binary digits", () => {
    // Math.round(0.285 * 100) is 28, for the product is 28.499999999999996.
    expect(percent(0.285, 0)).toBe("29 %");
    expect(wholePercent(0.285)).toBe("29 %");
    // 3 of 20,000; (0.00015).toFixed(4) is 0.0001, for the nearest double is a little less.
    expect(weightRate(3 / 20_000)).toBe("0.0002");
    expect(weightRateShort(0.0625)).toBe("0.063");
    expect(dollars(1.005)).toBe("$1.01");
    expect(fixed(2.675, 2)).toBe("2.68");
    // Math.round goes up: read from the other arm, the same difference was 3.2.
    expect(signedPoints(-0.0325)).toBe("−3.3 points");
    expect(signedPoints(0.0325)).toBe("+3.3 points");
    expect(signedWeight(-0.00025)).toBe("−0.0003");
    expect(decimal(-100.5)).toBe("−101");
  });

  it("groups thousands in every kind of figure", () => {
    expect(weightRate(1234.5)).toBe("1,234.5000");
    expect(points(12_345.678)).toBe("12,345.68");
    expect(percent(12.5, 0)).toBe("1,250 %");
  });

  it("writes one minus, and none before a zero", () => {
    expect(percent(-0.125)).toBe("−12.5 %");
    expect(weightRate(-0.5)).toBe("−0.5000");
    expect(points(-2.5)).toBe("−2.5");
    expect(integer(-1200)).toBe("−1,200");
    expect(decimal(-0.00012345)).toBe("−0.000123");
    expect([percent(-0), percent(-0.0004, 0), weightRate(-0.00001), points(-0)]).toEqual([
      "0 %",
      "0 %",
      "0.0000",
      "0",
    ]);
    expect([signedPoints(-0), signedPoints(-0.0001), signedWeight(-0.00001)]).toEqual([
      "±0 points",
      "±0 points",
      "±0.0000",
    ]);
    expect(signedDecimal(-0)).toBe("±0");
    expect(signedDecimal(1204.4)).toBe("+1,204");
  });

  it("signs differences", () => {
    expect(signedPoints(-0.14)).toBe("−14 points");
    expect(signedPoints(0.032)).toBe("+3.2 points");
    expect(signedPoints(0)).toBe("±0 points");
    expect(signedWeight(-5 / 42)).toBe("−0.1190");
  });
});
