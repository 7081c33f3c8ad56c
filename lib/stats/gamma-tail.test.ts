import { expect, it } from "vitest";
import { gammaTail } from "@/lib/stats/gamma-tail";

/** P(Gamma(a) > x) = P(Poisson(x) < a) for whole a. */
function poissonBelow(a: number, x: number): number {
  let term = Math.exp(-x);
  let sum = 0;
  for (let k = 0; k < a; k++) {
    sum += term;
    term *= x / (k + 1);
  }
  return sum;
}

it.each([60, 90, 100, 101, 102, 130, 200])(
  "agrees with the Poisson sum at shape 100, x = %d",
  (x) => {
    const { lower, upper } = gammaTail(100, x);
    const expected = poissonBelow(100, x);
    expect(Math.abs(upper / expected - 1)).toBeLessThan(1e-11);
    expect(lower + upper).toBeCloseTo(1, 14);
  },
);

it("has the density as its slope", () => {
  const step = 1e-3;
  const slope =
    (gammaTail(5000, 5000 + step).lower - gammaTail(5000, 5000 - step).lower) / (2 * step);
  expect(gammaTail(5000, 5000).density).toBeCloseTo(slope, 10);
});

it("is for large shapes alone", () => {
  expect(() => gammaTail(99, 1)).toThrow(RangeError);
  expect(() => gammaTail(100, 0)).toThrow(RangeError);
});
