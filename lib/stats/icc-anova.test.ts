import fc from "fast-check";
import { expect, it } from "vitest";
import { iccAnova } from "@/lib/stats/icc-anova";

it("is 1 when replicas never disagree, and then a case is worth one episode", () => {
  expect(iccAnova([3, 3, 0, 0], [3, 3, 3, 3])).toEqual({ icc: 1, deff: 3 });
});

it("may be negative, and then inflates nothing", () => {
  const result = iccAnova([1, 1], [3, 3]);
  expect(result?.icc).toBeCloseTo(-0.5, 14);
  expect(result?.deff).toBe(1);
});

it("is n/a with one case, without replicas, and when all or none were hit", () => {
  expect(iccAnova([1], [3])).toBeNull();
  expect(iccAnova([1, 0], [1, 1])).toBeNull();
  expect(iccAnova([0, 0], [3, 3])).toBeNull();
  expect(iccAnova([3, 3], [3, 3])).toBeNull();
  expect(iccAnova([], [])).toBeNull();
});

it("leaves out cases without an episode", () => {
  expect(iccAnova([3, 0, 1], [3, 0, 3])).toEqual(iccAnova([3, 1], [3, 3]));
});

it("is finite and at most 1 whatever the counts are", () => {
  const oneCase = fc.nat({ max: 8 }).chain((n) => fc.tuple(fc.nat({ max: n }), fc.constant(n)));
  fc.assert(
    fc.property(fc.array(oneCase, { maxLength: 40 }), (cases) => {
      const result = iccAnova(
        cases.map(([k]) => k),
        cases.map(([, n]) => n),
      );
      if (result === null) return;
      expect(Number.isFinite(result.icc) && result.icc <= 1 + 1e-12).toBe(true);
      expect(result.deff).toBeGreaterThanOrEqual(1);
    }),
  );
});
