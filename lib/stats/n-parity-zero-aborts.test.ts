import { expect, it } from "vitest";
import { nParityZeroAborts } from "@/lib/stats/n-parity-zero-aborts";
import { wilson } from "@/lib/stats/wilson";

it("is the least size whose upper limit lies below the margin", () => {
  for (const [delta, n] of [
    [0.02, 133],
    [0.05, 52],
    [0.1, 25],
  ] as const) {
    expect(nParityZeroAborts(delta, 0.05)).toBe(n);
    expect(wilson(0, n, 0.9)?.hi).toBeLessThan(delta);
    expect(wilson(0, n - 1, 0.9)?.hi).toBeGreaterThan(delta);
  }
});

it("asks for more at a stricter level", () => {
  expect(nParityZeroAborts(0.05, 0.025)).toBe(73);
});

it("refuses a margin of 0 and a level of one half", () => {
  expect(() => nParityZeroAborts(0, 0.05)).toThrow(RangeError);
  expect(() => nParityZeroAborts(0.05, 0.5)).toThrow(RangeError);
});
