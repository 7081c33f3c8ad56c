import fc from "fast-check";
import { expect, it } from "vitest";
import { gammaMean } from "@/lib/stats/gamma-mean";
import { departures } from "@/lib/stats/testing/golden";

const zeros = (count: number): number[] => Array.from({ length: count }, () => 0);

it("is n/a without a replica", () => {
  expect(gammaMean({ totals: [], n: 0, maxCaseTotal: 9 }, 0.95)).toBeNull();
});

it("starts at 0 when nothing carried weight, and never passes the ceiling", () => {
  const none = gammaMean({ totals: zeros(14), n: 42, maxCaseTotal: 9 }, 0.95);
  expect([none?.mean, none?.lo]).toEqual([0, 0]);
  expect(none?.hi).toBeCloseTo((9 / 42) * -Math.log(0.025), 12);
  const one = gammaMean({ totals: [0], n: 3, maxCaseTotal: 9 }, 0.95);
  expect(one?.hi).toBe(3);
});

it("with equal totals it is the exact Poisson interval of their number, scaled", () => {
  // 5000 equal weights: the lower limit is w * gammainv(0.025, 5000). mpmath: 4862.36...
  const totals = Array.from({ length: 5000 }, () => 3);
  const result = gammaMean({ totals, n: 15_000, maxCaseTotal: 9 }, 0.95);
  const z = 1.959963984540054;
  const wilsonHilferty = 5000 * (1 - 1 / 45_000 - z / Math.sqrt(45_000)) ** 3;
  expect(result?.lo).toBeCloseTo((3 * wilsonHilferty) / 15_000, 5);
});

const totals = fc.array(
  fc.integer({ min: 0, max: 18 }).map((half) => half / 2),
  {
    minLength: 1,
    maxLength: 60,
  },
);

it("contains the mean, stays in 0..ceiling, and does not see the order", () => {
  fc.assert(
    fc.property(totals, (given) => {
      const n = 3 * given.length;
      const result = gammaMean({ totals: given, n, maxCaseTotal: 9 }, 0.95);
      if (result === null) throw new Error("not n/a");
      expect(0 <= result.lo && result.lo <= result.mean).toBe(true);
      expect(result.mean <= result.hi && result.hi <= 3 + 1e-12).toBe(true);
      const reversed = gammaMean({ totals: given.toReversed(), n, maxCaseTotal: 9 }, 0.95);
      expect(departures(reversed, result)).toEqual([]);
    }),
  );
});

it("shrinks when every case comes four times over", () => {
  fc.assert(
    fc.property(totals, (given) => {
      const width = (of: readonly number[]): number => {
        const result = gammaMean({ totals: of, n: 3 * of.length, maxCaseTotal: 9 }, 0.95);
        return result === null ? NaN : result.hi - result.lo;
      };
      const once = width(given);
      expect(width([...given, ...given, ...given, ...given])).toBeLessThanOrEqual(once);
    }),
  );
});

it("does a million cases", () => {
  const given = Array.from({ length: 1_000_000 }, (_, i) => i % 4);
  const result = gammaMean({ totals: given, n: 3_000_000, maxCaseTotal: 9 }, 0.95);
  expect(result?.mean).toBeCloseTo(0.5, 12);
  expect(result?.lo).toBeCloseTo(0.5 - 1.96 * (Math.sqrt(3.5e6) / 3e6), 4);
});

it.each([
  ["a negative total", { totals: [-1], n: 3, maxCaseTotal: 9 }],
  ["a total above the declared most", { totals: [10], n: 3, maxCaseTotal: 9 }],
  ["replicas without a case", { totals: [], n: 3, maxCaseTotal: 9 }],
  ["no ceiling", { totals: [0], n: 3, maxCaseTotal: 0 }],
])("%s throws", (_, input) => {
  expect(() => gammaMean(input, 0.95)).toThrow(RangeError);
});
