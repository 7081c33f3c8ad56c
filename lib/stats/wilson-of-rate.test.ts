import fc from "fast-check";
import { expect, it } from "vitest";
import { wilsonOfRate } from "@/lib/stats/wilson-of-rate";

it("takes a size that is not whole", () => {
  const { lo, hi } = wilsonOfRate(1 / 42, 35.8288985674, 0.95);
  expect(lo).toBeCloseTo(0.0037624854344, 11);
  expect(hi).toBeCloseTo(0.136079885872, 11);
});

it("keeps every digit of a lower limit near 0: p²/z² when the size is tiny", () => {
  const p = 1e-9;
  expect(wilsonOfRate(p, 1e-6, 0.95).lo).toBeCloseTo((p * p * 1e-6) / 3.8414588206941, 35);
});

const rate = fc.double({ min: 0, max: 1, noNaN: true });
const anySize = fc.double({ min: 0.01, max: 1e9, noNaN: true });

it("contains the rate, stays in [0, 1], and mirrors", () => {
  fc.assert(
    fc.property(rate, anySize, fc.constantFrom(0.9, 0.95, 0.99), (p, n, conf) => {
      const { lo, hi } = wilsonOfRate(p, n, conf);
      expect(0 <= lo && lo <= p && p <= hi && hi <= 1).toBe(true);
      const mirror = wilsonOfRate(1 - p, n, conf);
      expect(mirror.lo).toBeCloseTo(1 - hi, 10);
    }),
  );
});

it("shrinks as the size grows and widens with the level", () => {
  fc.assert(
    fc.property(rate, fc.double({ min: 0.5, max: 1e6, noNaN: true }), (p, n) => {
      const width = (size: number, conf: number): number => {
        const { lo, hi } = wilsonOfRate(p, size, conf);
        return hi - lo;
      };
      expect(width(2 * n, 0.95)).toBeLessThan(width(n, 0.95));
      expect(width(n, 0.9)).toBeLessThan(width(n, 0.95));
    }),
  );
});

it("refuses a size of 0 and a rate above 1", () => {
  expect(() => wilsonOfRate(0.5, 0, 0.95)).toThrow(RangeError);
  expect(() => wilsonOfRate(1.5, 3, 0.95)).toThrow(RangeError);
  expect(() => wilsonOfRate(0.5, 3, 1)).toThrow(RangeError);
});
