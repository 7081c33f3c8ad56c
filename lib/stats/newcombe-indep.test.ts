import fc from "fast-check";
import { expect, it } from "vitest";
import { newcombeIndep } from "@/lib/stats/newcombe-indep";
import { departures } from "@/lib/stats/testing/golden";

it("reproduces Newcombe's example: 56 of 70 against 48 of 80, 0.0524 to 0.3339", () => {
  const { diff, lo, hi } = newcombeIndep(56, 70, 48, 80, 0.95) ?? { diff: NaN, lo: NaN, hi: NaN };
  expect(diff).toBeCloseTo(0.2, 12);
  expect(lo).toBeCloseTo(0.0524, 4);
  expect(hi).toBeCloseTo(0.3339, 4);
});

it("is n/a when a group is empty", () => {
  expect(newcombeIndep(0, 0, 1, 2, 0.95)).toBeNull();
  expect(newcombeIndep(1, 2, 0, 0, 0.95)).toBeNull();
});

const hits = fc.nat({ max: 1_000_000 }).chain((more) => {
  return fc.tuple(fc.nat({ max: more + 1 }), fc.constant(more + 1));
});

it("contains the difference, stays in [-1, 1], and mirrors when the groups swap", () => {
  fc.assert(
    fc.property(hits, hits, ([k1, n1], [k0, n0]) => {
      const there = newcombeIndep(k1, n1, k0, n0, 0.95);
      if (there === null) throw new Error("not n/a");
      expect(-1 <= there.lo && there.lo <= there.diff).toBe(true);
      expect(there.diff <= there.hi && there.hi <= 1).toBe(true);
      const mirror = { diff: -there.diff, lo: -there.hi, hi: -there.lo };
      expect(departures(newcombeIndep(k0, n0, k1, n1, 0.95), mirror)).toEqual([]);
    }),
  );
});
