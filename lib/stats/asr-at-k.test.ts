import { expect, it } from "vitest";
import { asrAtK } from "@/lib/stats/asr-at-k";

it("is the share of k-subsets that hold a hit", () => {
  expect(asrAtK(3, 1, 2)).toBeCloseTo(2 / 3, 14);
  expect(asrAtK(10, 3, 5)).toBeCloseTo(1 - 21 / 252, 14);
  expect(asrAtK(5, 0, 3)).toBe(0);
  expect(asrAtK(5, 3, 3)).toBe(1);
  expect(asrAtK(5, 5, 1)).toBe(1);
});

it("is c/n at one attempt, up to a million replicas", () => {
  expect(asrAtK(1_000_000, 1, 1)).toBeCloseTo(1e-6, 20);
  expect(asrAtK(1_000_000, 250_000, 1)).toBeCloseTo(0.25, 10);
});

it("is the same with hits and attempts swapped, and rises with both", () => {
  for (let c = 1; c <= 8; c++) {
    for (let k = 1; k <= 8; k++) {
      expect(asrAtK(20, c, k)).toBe(asrAtK(20, k, c));
      expect(asrAtK(20, c, k + 1)).toBeGreaterThan(asrAtK(20, c, k) ?? 1);
    }
  }
});

it("is n/a for more attempts than replicas", () => {
  expect(asrAtK(3, 3, 4)).toBeNull();
  expect(asrAtK(0, 0, 1)).toBeNull();
});

it("refuses no attempt and more hits than replicas", () => {
  expect(() => asrAtK(3, 1, 0)).toThrow(RangeError);
  expect(() => asrAtK(3, 4, 1)).toThrow(RangeError);
});
