import { expect, it } from "vitest";
import { signFlipDraws } from "@/lib/stats/sign-flip-draws";
import { signFlipExact } from "@/lib/stats/sign-flip-exact";

const sizes = Array.from({ length: 300 }, (_, i) => BigInt(1 + (i % 7)));
const observed = sizes.reduce((sum, v, i) => (i % 9 < 5 ? sum + v : sum - v), 0n);

it("comes near the exact answer: within four standard errors", () => {
  const exact = signFlipExact(
    sizes.map((v, i) => ({ num: i % 9 < 5 ? Number(v) : -Number(v), den: 1 })),
  );
  expect(exact.method).toBe("exact");
  const error = Math.sqrt((exact.p * (1 - exact.p)) / 100_000);
  expect(Math.abs(signFlipDraws(sizes, observed) - exact.p)).toBeLessThan(4 * error);
});

it("gives the same on every run and in every order", () => {
  const once = signFlipDraws(sizes, observed);
  expect(signFlipDraws(sizes.toReversed(), observed)).toBe(once);
});

it("is never 0: (b+1)/(B+1)", () => {
  const ones = Array.from({ length: 2000 }, () => 1n);
  expect(signFlipDraws(ones, 2000n)).toBe(1 / 100_001);
});

it("counts ties as far, though 2/21 + 9/21 + 10/21 < 1 in doubles", () => {
  expect(signFlipDraws([5n], 5n)).toBe(1);
  expect(2 / 21 + 9 / 21 + 10 / 21).toBeLessThan(1);
  expect(signFlipDraws([2n, 9n, 10n], 21n)).toBeCloseTo(1 / 4, 2);
});
