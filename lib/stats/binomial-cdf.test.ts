import { expect, it } from "vitest";
import { binomialCdf } from "@/lib/stats/binomial-cdf";

it("adds up coins", () => {
  expect(binomialCdf(0, 4, 0.5)).toBeCloseTo(1 / 16, 15);
  expect(binomialCdf(1, 4, 0.5)).toBeCloseTo(5 / 16, 15);
  expect(binomialCdf(4, 4, 0.5)).toBe(1);
  expect(binomialCdf(0, 0, 0.5)).toBe(1);
});

it("keeps its digits at a million coins: one half and half the middle", () => {
  const middle = 1 / Math.sqrt((Math.PI * 1e6) / 2);
  expect(binomialCdf(500_000, 1e6, 0.5)).toBeCloseTo(0.5 + middle / 2, 9);
});

it("refuses more heads than coins", () => {
  expect(() => binomialCdf(5, 4, 0.5)).toThrow(RangeError);
  expect(() => binomialCdf(1, 4, 1.5)).toThrow(RangeError);
});
