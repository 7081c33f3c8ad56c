import { expect, it } from "vitest";
import { clopperPearson } from "@/lib/stats/clopper-pearson";
import { worstCaseAsr } from "@/lib/stats/worst-case-asr";

it("names every attack that reaches the largest rate, by position", () => {
  expect(worstCaseAsr([1, 2, 0, 1], [3, 6, 5, 4], 0.95)?.worst).toEqual([0, 1]);
});

it("leaves out attacks without an episode", () => {
  const result = worstCaseAsr([0, 2], [0, 3], 0.95);
  expect([result?.attacks, result?.worst, result?.max]).toEqual([1, [1], 2 / 3]);
  expect(worstCaseAsr([0, 0], [0, 0], 0.95)).toBeNull();
  expect(worstCaseAsr([], [], 0.95)).toBeNull();
});

it("with one attack is its Clopper-Pearson interval", () => {
  const { lo, hi } = worstCaseAsr([3], [14], 0.95) ?? { lo: NaN, hi: NaN };
  expect({ lo, hi }).toEqual(clopperPearson(3, 14, 0.95));
});

it("calls an attack the worst only when its strict limits lie above all others", () => {
  expect(worstCaseAsr([95, 5, 5], [100, 100, 100], 0.95)?.separated).toBe(true);
  expect(worstCaseAsr([50, 45, 5], [100, 100, 100], 0.95)?.separated).toBe(false);
  expect(worstCaseAsr([100, 100], [100, 100], 0.95)?.separated).toBe(false);
});

it("keeps the strict tail exact over 100,000 attacks", () => {
  const n = Array.from({ length: 100_000 }, () => 10);
  const k = n.map((_, i) => (i === 0 ? 10 : 0));
  expect(worstCaseAsr(k, n, 0.95)?.lo).toBeCloseTo((0.025 / 100_000) ** 0.1, 12);
});

it("refuses lists of different length and more hits than episodes", () => {
  expect(() => worstCaseAsr([1], [1, 2], 0.95)).toThrow(RangeError);
  expect(() => worstCaseAsr([2], [1], 0.95)).toThrow(RangeError);
});
