import { expect, it } from "vitest";
import { nZeroEvents } from "@/lib/stats/n-zero-events";
import { upperOneSided95 } from "@/lib/stats/upper-one-sided-95";

it("is the least number of clean cases that brings the upper limit down", () => {
  for (const upper of [0.5, 0.2, 0.05, 0.001]) {
    const n = nZeroEvents(upper, 0.05);
    expect(upperOneSided95(0, n)?.upper).toBeLessThanOrEqual(upper);
    expect(upperOneSided95(0, n - 1)?.upper).toBeGreaterThan(upper);
  }
});

it("does not round a whole answer up: two coins for a quarter", () => {
  expect(nZeroEvents(0.5, 0.25)).toBe(2);
});

it("refuses 0 and 1", () => {
  expect(() => nZeroEvents(0, 0.05)).toThrow(RangeError);
  expect(() => nZeroEvents(0.05, 1)).toThrow(RangeError);
});
