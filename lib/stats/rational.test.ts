import { expect, it } from "vitest";
import { commonScale, quotient, requireRational } from "@/lib/stats/rational";

it("brings fractions to their least common denominator", () => {
  const fractions = [
    { num: 1, den: 2 },
    { num: -4, den: 6 },
    { num: 0, den: 7 },
  ];
  expect(commonScale(fractions)).toEqual({ integers: [3n, -4n, 0n], scale: 6n });
  expect(commonScale([])).toEqual({ integers: [], scale: 1n });
});

it("stays exact where the denominators' product leaves the doubles", () => {
  const dens = [97, 101, 103, 107, 109, 113, 127, 131, 137, 139];
  const { integers, scale } = commonScale(dens.map((den) => ({ num: 1, den })));
  expect(integers.map((v, i) => v * BigInt(dens[i] ?? 0))).toEqual(dens.map(() => scale));
});

it("divides whole numbers of any length", () => {
  expect(quotient(1n, 3n)).toBeCloseTo(1 / 3, 15);
  expect(quotient(-7n, 2n)).toBe(-3.5);
  expect(quotient(0n, 5n)).toBe(0);
  expect(quotient(10n ** 400n, 4n * 10n ** 400n)).toBe(0.25);
  expect(quotient(3n * 10n ** 5n, 10n ** 400n)).toBe(0);
});

it("refuses what is no fraction of whole numbers", () => {
  for (const bad of [
    { num: 0.5, den: 1 },
    { num: 1, den: 0 },
    { num: 1, den: -2 },
    { num: NaN, den: 1 },
  ]) {
    expect(() => requireRational(bad)).toThrow(RangeError);
  }
});
