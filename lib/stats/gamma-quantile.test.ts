import fc from "fast-check";
import { expect, it } from "vitest";
import { gammaQuantile } from "@/lib/stats/gamma-quantile";
import { gammaTail } from "@/lib/stats/gamma-tail";

it("is exact for the exponential, and scales with the rate", () => {
  expect(gammaQuantile(0.975, 1)).toBeCloseTo(-Math.log(0.025), 12);
  expect(gammaQuantile(0.975, 1, 4)).toBeCloseTo(-Math.log(0.025) / 4, 12);
});

// mpmath 1.2.1 at 40 digits; the library alone is off by 2e-4 in the second row.
it.each([
  [0.975, 100, 120.5289477531555],
  [0.5, 5000, 4999.666670617572],
  [0.975, 5000, 5139.535089943795],
  [0.025, 100_000, 99381.1526637447],
  [0.975, 1_000_000, 1001960.91096545],
])("p %d at shape %d", (p, shape, expected) => {
  expect(Math.abs(gammaQuantile(p, shape) / expected - 1)).toBeLessThan(1e-11);
});

it("inverts the distribution at any large shape", () => {
  const p = fc.double({ min: 1e-8, max: 1 - 1e-8, noNaN: true });
  fc.assert(
    fc.property(p, fc.integer({ min: 100, max: 200_000 }), (prob, shape) => {
      const { lower, upper } = gammaTail(shape, gammaQuantile(prob, shape));
      if (prob < 0.5) expect(lower / prob).toBeCloseTo(1, 8);
      else expect(upper / (1 - prob)).toBeCloseTo(1, 8);
    }),
    { numRuns: 50 },
  );
});

it("passes smoothly from the library to our own tails at shape 100", () => {
  const below = gammaQuantile(0.975, 100 - 1e-9);
  expect(gammaQuantile(0.975, 100)).toBeCloseTo(below, 7);
});

it("refuses what has no value", () => {
  expect(() => gammaQuantile(1, 1)).toThrow(RangeError);
  expect(() => gammaQuantile(0.5, 0)).toThrow(RangeError);
  expect(() => gammaQuantile(0.5, 1, 0)).toThrow(RangeError);
});
