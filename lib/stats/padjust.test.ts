import fc from "fast-check";
import { expect, it } from "vitest";
import { padjust } from "@/lib/stats/padjust";

it("answers in the order given and leaves the input alone", () => {
  const given = [0.04, 0.01];
  expect(padjust(given, "holm")).toEqual([0.04, 0.02]);
  expect(padjust(given, "bh")).toEqual([0.04, 0.02]);
  expect(padjust(given, "bonferroni")).toEqual([0.08, 0.02]);
  expect(given).toEqual([0.04, 0.01]);
});

it("has nothing to say about nothing", () => {
  expect(padjust([], "bh")).toEqual([]);
});

it("never lowers a p, never passes 1, and orders the methods", () => {
  const ps = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(ps, (given) => {
      const [bh, holm, bonferroni] = [
        padjust(given, "bh"),
        padjust(given, "holm"),
        padjust(given, "bonferroni"),
      ];
      given.forEach((p, i) => {
        const steps = [p, bh[i] ?? NaN, holm[i] ?? NaN, bonferroni[i] ?? NaN, 1];
        for (let s = 1; s < steps.length; s++) {
          expect((steps[s] ?? NaN) - (steps[s - 1] ?? NaN)).toBeGreaterThanOrEqual(-1e-15);
        }
      });
    }),
  );
});

it("refuses what is no p-value", () => {
  expect(() => padjust([NaN], "bh")).toThrow(RangeError);
  expect(() => padjust([1.5], "bh")).toThrow(RangeError);
});
