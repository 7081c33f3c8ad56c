import { expect, it } from "vitest";
import { mcnemarExact } from "@/lib/stats/mcnemar-exact";

it("needs six cases that all go one way to reach 0.05", () => {
  expect(mcnemarExact(5, 0).p).toBeCloseTo(2 / 2 ** 5, 14);
  expect(mcnemarExact(0, 6).p).toBeCloseTo(2 / 2 ** 6, 14);
});

it("is 1 when no case differs, and when as many go each way", () => {
  expect(mcnemarExact(0, 0)).toEqual({ p: 1, midP: 1 });
  expect(mcnemarExact(2, 2).p).toBe(1);
  expect(mcnemarExact(2, 2).midP).toBeCloseTo(1 - 6 / 16, 14);
});

it("takes half the middle off for mid-p", () => {
  expect(mcnemarExact(3, 1).midP).toBeCloseTo(2 * (5 / 16) - 4 / 16, 14);
});

it("stays above 0 and finite at a million", () => {
  const { p, midP } = mcnemarExact(0, 1_000_000);
  expect(p > 0 && midP > 0 && p < 1e-300).toBe(true);
  expect(mcnemarExact(500_000, 500_000).p).toBe(1);
});

it("refuses half a case", () => {
  expect(() => mcnemarExact(0.5, 1)).toThrow(RangeError);
});
