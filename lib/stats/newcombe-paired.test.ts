import fc from "fast-check";
import { expect, it } from "vitest";
import { newcombePaired } from "@/lib/stats/newcombe-paired";

it("reproduces Newcombe's example (36, 12, 2, 0): 0.0569 to 0.3404", () => {
  const result = newcombePaired({ both: 36, firstOnly: 12, secondOnly: 2, neither: 0 }, 0.95);
  expect(result?.diff).toBeCloseTo(0.2, 15);
  expect(result?.lo).toBeCloseTo(0.0569, 4);
  expect(result?.hi).toBeCloseTo(0.3404, 4);
});

it("is n/a without cases", () => {
  expect(newcombePaired({ both: 0, firstOnly: 0, secondOnly: 0, neither: 0 }, 0.95)).toBeNull();
});

it("narrows when the same cases are hit in both arms", () => {
  const width = (both: number): number => {
    const apart = 30 - both;
    const counts = { both, firstOnly: apart, secondOnly: apart, neither: 40 + both };
    const { lo, hi } = newcombePaired(counts, 0.95) ?? { lo: 0, hi: 0 };
    return hi - lo;
  };
  expect(width(29)).toBeLessThan(width(20));
  expect(width(20)).toBeLessThan(width(0));
});

it("contains the difference and stays in [-1, 1] for counts up to a million", () => {
  const count = fc.oneof(fc.nat({ max: 5 }), fc.nat({ max: 1_000_000 }));
  fc.assert(
    fc.property(count, count, count, count, (both, firstOnly, secondOnly, more) => {
      const result = newcombePaired({ both, firstOnly, secondOnly, neither: more + 1 }, 0.95);
      if (result === null) throw new Error("not n/a");
      expect(-1 <= result.lo && result.lo <= result.diff).toBe(true);
      expect(result.diff <= result.hi && result.hi <= 1).toBe(true);
    }),
  );
});

it("refuses counts that are not whole", () => {
  const counts = { both: 0.5, firstOnly: 0, secondOnly: 0, neither: 1 };
  expect(() => newcombePaired(counts, 0.95)).toThrow(RangeError);
});
