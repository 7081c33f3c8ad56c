import { expect, it } from "vitest";
import { rateDifference } from "@/lib/stats/rate-difference";
import { squareAndAdd } from "@/lib/stats/square-and-add";

it("adds the squares of the distances that matter: 3-4-5 below, 5-12-13 above", () => {
  const first = { value: 10, lo: 7, hi: 15 };
  const second = { value: 20, lo: 8, hi: 24 };
  expect(squareAndAdd(first, second)).toEqual({ diff: -10, lo: -15, hi: 3 });
});

it("narrows when the two move together: at rho 1 the distances cancel", () => {
  const first = { value: 10, lo: 7, hi: 15 };
  const second = { value: 20, lo: 8, hi: 24 };
  expect(squareAndAdd(first, second, 1)).toEqual({ diff: -10, lo: -11, hi: -3 });
});

it("refuses what is not finite", () => {
  expect(() => squareAndAdd({ value: NaN, lo: 0, hi: 1 }, { value: 0, lo: 0, hi: 1 })).toThrow(
    RangeError,
  );
  expect(() => squareAndAdd({ value: 0, lo: 0, hi: Infinity }, { value: 0, lo: 0, hi: 1 })).toThrow(
    RangeError,
  );
});

it("keeps shares in [-1, 1]", () => {
  const all = { value: 1, lo: 0, hi: 1 };
  const none = { value: 0, lo: 0, hi: 1 };
  expect(rateDifference(all, none)).toEqual({ diff: 1, lo: 1 - Math.SQRT2, hi: 1 });
  expect(rateDifference(none, all, -1).lo).toBe(-1);
});
