import fc from "fast-check";
import { expect, it } from "vitest";
import { normalQuantile } from "@/lib/stats/normal-quantile";

it("gives the familiar points, exactly 0 in the middle", () => {
  expect(normalQuantile(0.5)).toBe(0);
  expect(normalQuantile(0.975)).toBeCloseTo(1.959963984540054, 14);
  expect(normalQuantile(0.95)).toBeCloseTo(1.6448536269514722, 14);
});

it("stays right far out, where the library alone is off by 2e-9", () => {
  expect(normalQuantile(1e-9)).toBeCloseTo(-5.997807015007687, 12);
  expect(normalQuantile(1e-12)).toBeCloseTo(-7.034483825301132, 12);
  expect(normalQuantile(1e-300)).toBeCloseTo(-37.0470962993612, 11);
});

it("rises, and mirrors around one half", () => {
  const p = fc.integer({ min: 1, max: 2 ** 20 - 1 }).map((i) => i / 2 ** 20);
  fc.assert(
    fc.property(p, p, (a, b) => {
      expect(normalQuantile(1 - a)).toBeCloseTo(-normalQuantile(a), 10);
      if (a < b) expect(normalQuantile(a)).toBeLessThan(normalQuantile(b));
    }),
  );
});

it("has no value at 0 and 1", () => {
  for (const p of [0, 1, NaN, -1]) expect(() => normalQuantile(p)).toThrow(RangeError);
});
