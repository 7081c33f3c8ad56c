import fc from "fast-check";
import { expect, it } from "vitest";
import { countSubsetsUpTo } from "@/lib/stats/count-subsets-up-to";

function countOneByOne(sizes: readonly bigint[], bound: bigint): number {
  let count = 0;
  for (let mask = 0; mask < 2 ** sizes.length; mask++) {
    const sum = sizes.reduce((s, size, i) => ((mask >> i) & 1 ? s + size : s), 0n);
    if (sum <= bound) count++;
  }
  return count;
}

it("counts every subset, few sizes or many, small or huge", () => {
  const small = fc.bigInt({ min: 1n, max: 9n });
  const huge = fc.bigInt({ min: 1n, max: 10n ** 30n });
  const sizes = fc.oneof(fc.array(small, { maxLength: 14 }), fc.array(huge, { maxLength: 14 }));
  fc.assert(
    fc.property(sizes, fc.integer({ min: 0, max: 10 }), (given, tenths) => {
      const bound = (given.reduce((s, v) => s + v, 0n) * BigInt(tenths)) / 10n;
      expect(countSubsetsUpTo(given, bound)).toBe(countOneByOne(given, bound));
    }),
    { numRuns: 60 },
  );
});

it("reaches 2^1000 with ones", () => {
  const ones = Array.from({ length: 1000 }, () => 1n);
  expect((countSubsetsUpTo(ones, 1000n) ?? 0) / 2 ** 1000).toBeCloseTo(1, 12);
  expect(countSubsetsUpTo(ones, 0n)).toBe(1);
  expect(countSubsetsUpTo(ones, 2n)).toBe(1 + 1000 + 499_500);
});

it("gives up on more than 20 huge sizes rather than run for minutes", () => {
  const sizes = Array.from({ length: 21 }, (_, i) => 10n ** 12n + BigInt(i));
  expect(countSubsetsUpTo(sizes, 10n ** 13n)).toBeNull();
});
