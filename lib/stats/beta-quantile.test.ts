import { expect, it } from "vitest";
import { betaQuantile } from "@/lib/stats/beta-quantile";

it("is exact where a formula exists", () => {
  expect(betaQuantile(0.3, 1, 1)).toBeCloseTo(0.3, 14);
  expect(betaQuantile(0.95, 1, 14)).toBeCloseTo(1 - 0.05 ** (1 / 14), 13);
  expect(betaQuantile(0.05, 14, 1)).toBeCloseTo(0.05 ** (1 / 14), 13);
  expect(betaQuantile(0.5, 4, 4)).toBeCloseTo(0.5, 14);
});

it("refuses what has no value", () => {
  expect(() => betaQuantile(0, 1, 1)).toThrow(RangeError);
  expect(() => betaQuantile(0.5, 0, 1)).toThrow(RangeError);
  expect(() => betaQuantile(0.5, 1, Infinity)).toThrow(RangeError);
});
