import { expect, it } from "vitest";
import {
  requireCount,
  requireFinite,
  requireHits,
  requireNonNegative,
  requireOpenShare,
  requirePositive,
  requireSameLength,
  requireShare,
} from "@/lib/stats/preconditions";

const RULES: [string, (value: number) => void, number[], number[]][] = [
  ["a count", (v) => requireCount("x", v), [0, 1, 1e6], [-1, 0.5, NaN, Infinity, 2 ** 53]],
  ["not negative", (v) => requireNonNegative("x", v), [0, 0.5, 3], [-1e-9, NaN, Infinity]],
  ["above 0", (v) => requirePositive("x", v), [5e-324, 1], [0, -1, NaN, Infinity]],
  ["a share", (v) => requireShare("x", v), [0, 0.5, 1], [-1e-9, 1.1, NaN]],
  ["an open share", (v) => requireOpenShare("x", v), [1e-300, 0.5], [0, 1, NaN]],
  ["finite", (v) => void requireFinite("x", v), [0, -3], [NaN, Infinity, -Infinity]],
];

it.each(RULES)("%s: accepts what it should and throws on the rest", (_, rule, good, bad) => {
  for (const value of good) expect(() => rule(value)).not.toThrow();
  for (const value of bad) expect(() => rule(value)).toThrow(RangeError);
});

it("hits are among those tried, and lists speak of the same cases", () => {
  expect(() => requireHits(3, 3)).not.toThrow();
  expect(() => requireHits(4, 3)).toThrow("k must not exceed n, got 4 of 3");
  expect(() => requireSameLength("k and n", [1], [1])).not.toThrow();
  expect(() => requireSameLength("k and n", [1], [])).toThrow(RangeError);
});
