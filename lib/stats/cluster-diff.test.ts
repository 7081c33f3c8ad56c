import fc from "fast-check";
import { expect, it } from "vitest";
import { clusterDiff } from "@/lib/stats/cluster-diff";
import { departures } from "@/lib/stats/testing/golden";

const three = { num: [3, 0], den: [3, 3], cap: 6 };

it("is n/a when an arm has fewer than two observed cases", () => {
  expect(clusterDiff(three, { num: [1], den: [3], cap: 3 }, 0.95)).toBeNull();
  expect(clusterDiff({ num: [1, 0], den: [3, 0], cap: 3 }, three, 0.95)).toBeNull();
  expect(clusterDiff(three, { num: [], den: [], cap: 0 }, 0.95)).toBeNull();
});

const arm = fc
  .array(fc.nat({ max: 3 }), { minLength: 2, maxLength: 50 })
  .map((num) => ({ num, den: num.map(() => 3), cap: 3 * num.length }));

it("contains the difference, stays in [-1, 1], mirrors when the arms swap", () => {
  fc.assert(
    fc.property(arm, arm, (a, b) => {
      const there = clusterDiff(a, b, 0.9);
      if (there === null) throw new Error("not n/a");
      expect(-1 <= there.lo && there.lo <= there.diff).toBe(true);
      expect(there.diff <= there.hi && there.hi <= 1).toBe(true);
      const mirror = { diff: -there.diff, lo: -there.hi, hi: -there.lo };
      expect(departures(clusterDiff(b, a, 0.9), mirror)).toEqual([]);
    }),
  );
});

it("is wider at a higher level, and when the pairing is ignored", () => {
  const a = { num: [1, 2, 0, 3, 0, 1], den: [3, 3, 3, 3, 3, 3], cap: 18 };
  const b = { num: [2, 2, 0, 3, 1, 1], den: [3, 3, 3, 3, 3, 3], cap: 18 };
  const width = (conf: number, rho: number): number => {
    const { lo, hi } = clusterDiff(a, b, conf, rho) ?? { lo: 0, hi: 0 };
    return hi - lo;
  };
  expect(width(0.95, 0)).toBeGreaterThan(width(0.9, 0));
  expect(width(0.95, 0)).toBeGreaterThan(width(0.95, 0.5));
});
