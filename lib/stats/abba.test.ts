import fc from "fast-check";
import { expect, it } from "vitest";
import { abba } from "@/lib/stats/abba";

it("reads the article's four campaigns: 5 points of 42 between the arms, no drift", () => {
  const result = abba(2 / 42, 7 / 42, 7 / 42, 2 / 42);
  expect(result.armDiff).toBeCloseTo(-5 / 42, 15);
  expect([result.driftPerStep, result.repeatA, result.repeatB]).toEqual([0, 0, 0]);
});

it("keeps a linear drift out of the arms, and the arms out of the drift", () => {
  const number = fc.integer({ min: -1000, max: 1000 }).map((i) => i / 8);
  fc.assert(
    fc.property(number, number, number, (base, arm, drift) => {
      const result = abba(base + arm, base + drift, base + 2 * drift, base + arm + 3 * drift);
      expect(result.armDiff).toBeCloseTo(arm, 10);
      expect(result.driftPerStep).toBeCloseTo(drift, 10);
    }),
  );
});

it("refuses what is not finite", () => {
  expect(() => abba(0, NaN, 0, 0)).toThrow(RangeError);
});
