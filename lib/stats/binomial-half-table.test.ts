import { expect, it } from "vitest";
import { binomialHalfTable, drawFrom } from "@/lib/stats/binomial-half-table";

it("tabulates coins", () => {
  const four = binomialHalfTable(4);
  expect(four.first).toBe(0);
  expect([...four.cumulative].map((c) => Math.round(c * 16 * 1e9) / 1e9)).toEqual([
    1, 5, 11, 15, 16,
  ]);
  expect(binomialHalfTable(0)).toMatchObject({ first: 0, cumulative: Float64Array.of(1) });
});

it("draws by the inverse, both ends included", () => {
  const four = binomialHalfTable(4);
  expect([0, 0.06, 0.07, 0.5, 0.93, 0.94, 1 - 2 ** -53].map((u) => drawFrom(four, u))).toEqual([
    0, 0, 1, 2, 3, 4, 4,
  ]);
});

it("gives a draw on a step to the next count: shares are [from, to)", () => {
  const table = binomialHalfTable(7);
  const steps = Array.from(table.cumulative.slice(0, -1));
  expect(steps.map((share) => drawFrom(table, share))).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

it.each([0, 1, 7, 300, 10_000])("finds what a search from the start finds, of %i coins", (n) => {
  const table = binomialHalfTable(n);
  const uniforms = Array.from({ length: 2_000 }, (_, index) => (index * 0.618_033_988_7) % 1);
  const searched = uniforms.map(
    (uniform) => table.first + table.cumulative.findIndex((share) => uniform < share),
  );
  expect(uniforms.map((uniform) => drawFrom(table, uniform))).toEqual(searched);
});

it("stays small and symmetric at a million coins", () => {
  const { first, cumulative } = binomialHalfTable(1_000_000);
  expect(cumulative.length).toBeLessThan(25_000);
  expect(first + (cumulative.length - 1) / 2).toBe(500_000);
  expect(cumulative.at(-1)).toBeCloseTo(1, 12);
});
