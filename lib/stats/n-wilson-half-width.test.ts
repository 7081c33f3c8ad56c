import { expect, it } from "vitest";
import { nWilsonHalfWidth } from "@/lib/stats/n-wilson-half-width";
import { wilsonOfRate } from "@/lib/stats/wilson-of-rate";

it("is the least number that is narrow enough", () => {
  for (const p of [0, 0.05, 0.5, 1]) {
    for (const half of [0.2, 0.05, 0.001]) {
      const n = nWilsonHalfWidth(p, half, 0.95);
      const at = (size: number): number => {
        const { lo, hi } = wilsonOfRate(p, size, 0.95);
        return (hi - lo) / 2;
      };
      expect(at(n)).toBeLessThanOrEqual(half);
      expect(at(n - 1)).toBeGreaterThan(half);
    }
  }
});

it("is one case when anything will do", () => {
  expect(nWilsonHalfWidth(0.5, 0.6, 0.95)).toBe(1);
});

it("refuses a width of 0 and one that no number of cases reaches", () => {
  expect(() => nWilsonHalfWidth(0.5, 0, 0.95)).toThrow(RangeError);
  expect(() => nWilsonHalfWidth(0.5, 1e-12, 0.95)).toThrow(RangeError);
});
