import { expect, it } from "vitest";
import { normalQuantile } from "@/lib/stats/normal-quantile";
import { tQuantile } from "@/lib/stats/t-quantile";

it("is exact where a formula exists: Cauchy at 1, (2p-1)/sqrt(2p(1-p)) at 2", () => {
  expect(tQuantile(0.75, 1)).toBeCloseTo(1, 12);
  expect(tQuantile(0.975, 1)).toBeCloseTo(Math.tan(Math.PI * 0.475), 9);
  expect(tQuantile(0.9, 2)).toBeCloseTo(0.8 / Math.sqrt(0.18), 12);
  expect(tQuantile(0.5, 7)).toBe(0);
});

it("comes down to the normal with a million degrees of freedom", () => {
  const z = normalQuantile(0.975);
  expect(tQuantile(0.975, 1e6)).toBeCloseTo(z + (z ** 3 + z) / 4e6, 10);
});

it("refuses what has no value", () => {
  expect(() => tQuantile(1, 5)).toThrow(RangeError);
  expect(() => tQuantile(0.5, 0)).toThrow(RangeError);
  expect(() => tQuantile(1e-10, 0.001)).toThrow(RangeError);
});
