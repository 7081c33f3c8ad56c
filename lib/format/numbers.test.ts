import { describe, expect, it } from "vitest";
import {
  decimal,
  dollars,
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

  it("signs differences", () => {
    expect(signedPoints(-0.14)).toBe("−14 points");
    expect(signedPoints(0.032)).toBe("+3.2 points");
    expect(signedPoints(0)).toBe("±0 points");
    expect(signedWeight(-5 / 42)).toBe("−0.1190");
  });
});
