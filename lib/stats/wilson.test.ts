import { expect, it } from "vitest";
import { wilson } from "@/lib/stats/wilson";

it("is n/a without units, never an interval from 0 to 1", () => {
  expect(wilson(0, 0, 0.95)).toBeNull();
});

it("touches 0 and 1 exactly, up to a million", () => {
  for (const n of [1, 14, 1_000_000]) {
    expect(wilson(0, n, 0.95)?.lo).toBe(0);
    expect(wilson(n, n, 0.95)?.hi).toBe(1);
    expect(wilson(0, n, 0.95)?.hi).toBeCloseTo(3.841458820694124 / (n + 3.841458820694124), 14);
  }
});

it("has no rounding at the ends for any n up to 2000", () => {
  for (let n = 1; n <= 2000; n++) {
    expect([wilson(0, n, 0.95)?.lo, wilson(n, n, 0.95)?.hi]).toEqual([0, 1]);
  }
});

it("refuses more hits than units", () => {
  expect(() => wilson(2, 1, 0.95)).toThrow(RangeError);
  expect(() => wilson(0.5, 1, 0.95)).toThrow(RangeError);
});
