import fc from "fast-check";
import { expect, it } from "vitest";
import { binomialCdf } from "@/lib/stats/binomial-cdf";
import { clopperPearson } from "@/lib/stats/clopper-pearson";

it("is n/a without units", () => {
  expect(clopperPearson(0, 0, 0.95)).toBeNull();
});

it("has closed ends at no hit and at all hits, up to a million", () => {
  for (const n of [1, 14, 1_000_000]) {
    const none = clopperPearson(0, n, 0.95);
    const all = clopperPearson(n, n, 0.95);
    expect([none?.lo, all?.hi]).toEqual([0, 1]);
    expect(none?.hi).toBeCloseTo(1 - 0.025 ** (1 / n), 10);
    expect(all?.lo).toBeCloseTo(0.025 ** (1 / n), 10);
  }
});

const hits = fc.integer({ min: 2, max: 400 }).chain((n) => {
  return fc.tuple(fc.integer({ min: 1, max: n - 1 }), fc.constant(n));
});

it("leaves exactly 2.5 % beyond each limit", () => {
  fc.assert(
    fc.property(hits, ([k, n]) => {
      const { lo, hi } = clopperPearson(k, n, 0.95) ?? { lo: NaN, hi: NaN };
      expect(binomialCdf(k, n, hi)).toBeCloseTo(0.025, 9);
      expect(1 - binomialCdf(k - 1, n, lo)).toBeCloseTo(0.025, 9);
    }),
  );
});

it("contains the rate and shrinks with n", () => {
  fc.assert(
    fc.property(hits, ([k, n]) => {
      const small = clopperPearson(k, n, 0.95) ?? { lo: 1, hi: 0 };
      const large = clopperPearson(4 * k, 4 * n, 0.95) ?? { lo: 0, hi: 1 };
      expect(small.lo < k / n && k / n < small.hi).toBe(true);
      expect(large.hi - large.lo).toBeLessThan(small.hi - small.lo);
    }),
  );
});
