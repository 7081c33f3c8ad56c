import { expect, it } from "vitest";
import { seededRandom } from "@/lib/stats/seeded-random";

function take(seed: number, count: number): number[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, random);
}

it("repeats for a seed and differs between seeds", () => {
  expect(take(1, 100)).toEqual(take(1, 100));
  expect(take(1, 4)).not.toEqual(take(2, 4));
});

it("fills [0, 1) evenly, neighbours unrelated", () => {
  const numbers = take(7, 200_000);
  expect(numbers.every((u) => u >= 0 && u < 1)).toBe(true);
  const mean = (values: readonly number[]): number =>
    values.reduce((s, v) => s + v, 0) / values.length;
  // Four standard errors each.
  expect(Math.abs(mean(numbers) - 1 / 2)).toBeLessThan(4 * Math.sqrt(1 / 12 / 200_000));
  const products = numbers.slice(1).map((u, i) => (u - 0.5) * ((numbers[i] ?? 0) - 0.5));
  expect(Math.abs(mean(products))).toBeLessThan(4 / 12 / Math.sqrt(200_000));
  const bins = Array.from(
    { length: 16 },
    (_, b) => numbers.filter((u) => Math.floor(u * 16) === b).length,
  );
  expect(Math.max(...bins.map((n) => Math.abs(n - 12_500)))).toBeLessThan(4 * Math.sqrt(12_500));
});
