import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mcnemarExact } from "@/lib/stats/mcnemar-exact";
import { signFlipExact } from "@/lib/stats/sign-flip-exact";

const over = (den: number, nums: readonly number[]) => nums.map((num) => ({ num, den }));

describe("edges", () => {
  it("is 1 without cases and without differences", () => {
    expect(signFlipExact([])).toEqual({ p: 1, meanDiff: 0, differing: 0, method: "exact" });
    expect(signFlipExact(over(3, [0, 0]))).toEqual({
      p: 1,
      meanDiff: 0,
      differing: 0,
      method: "exact",
    });
  });

  it("cannot go below 1 with one differing case, nor below 0.05 with five", () => {
    expect(signFlipExact(over(3, [0, 2])).p).toBe(1);
    expect(signFlipExact(over(1, [1, 1, 1, 1, 1])).p).toBe(1 / 16);
    expect(signFlipExact(over(1, [1, 1, 1, 1, 1, 1])).p).toBe(1 / 32);
  });

  it("ties sums that are equal as fractions though not as doubles", () => {
    // 0.1 + 0.2 against 0.3: |±1/10 ±1/5 ±3/10| >= 0 always, and = 6/10 in 2 of 8.
    const fractions = [
      { num: 1, den: 10 },
      { num: 1, den: 5 },
      { num: -3, den: 10 },
    ];
    expect(signFlipExact(fractions)).toEqual({ p: 1, meanDiff: 0, differing: 3, method: "exact" });
    const same = fractions.map((f) => ({ ...f, num: Math.abs(f.num) }));
    expect(signFlipExact(same).p).toBe(2 / 8);
  });

  it("is exact at 1000 cases", () => {
    const nums = Array.from({ length: 1000 }, () => 1);
    expect(signFlipExact(over(3, nums))).toMatchObject({ p: 2 ** -999, method: "exact" });
  });

  it("draws above 1000 cases, seeded", () => {
    const nums = Array.from({ length: 1001 }, (_, i) => (i < 530 ? 1 : -1));
    const first = signFlipExact(over(3, nums));
    expect(first).toEqual(signFlipExact(over(3, nums)));
    expect([first.method, first.differing]).toEqual(["draws", 1001]);
    const exact = mcnemarExact(530, 471).p;
    expect(Math.abs(first.p - exact)).toBeLessThan(4 * Math.sqrt((exact * (1 - exact)) / 100_000));
  });

  it("draws a million cases", () => {
    const nums = Array.from({ length: 1_000_000 }, (_, i) => (i < 501_000 ? 1 : -1));
    const { p, meanDiff } = signFlipExact(over(3, nums));
    // z = 2: two-sided 0.0455.
    expect(Math.abs(p - 0.0455)).toBeLessThan(0.003);
    expect(meanDiff).toBeCloseTo(2000 / 3e6, 15);
  }, 60_000);

  it("enumerates few cases with denominators that no table could hold", () => {
    const dens = [97, 101, 103, 107, 109, 113, 127, 131, 137, 139, 149, 151, 157, 163, 167];
    const result = signFlipExact(dens.map((den) => ({ num: 1, den })));
    expect(result).toMatchObject({ p: 2 / 2 ** 15, method: "exact" });
  });

  it("refuses what is no fraction, also at 0", () => {
    expect(() => signFlipExact([{ num: 0.5, den: 1 }])).toThrow(RangeError);
    expect(() => signFlipExact([{ num: 0, den: 0 }])).toThrow(RangeError);
  });
});

describe("laws", () => {
  const difference = fc.record({
    num: fc.integer({ min: -4, max: 4 }),
    den: fc.constantFrom(1, 2, 3, 4, 6),
  });
  const differences = fc.array(difference, { maxLength: 12 });

  it("equals McNemar's exact test with one replica a case", () => {
    fc.assert(
      fc.property(fc.nat({ max: 60 }), fc.nat({ max: 60 }), fc.nat({ max: 9 }), (b, c, same) => {
        const nums = [b, c, same].flatMap((n, i) =>
          Array.from({ length: n }, () => [1, -1, 0][i] ?? 0),
        );
        const expected = mcnemarExact(b, c).p;
        expect(Math.abs(signFlipExact(over(1, nums)).p / expected - 1)).toBeLessThan(1e-10);
      }),
    );
  });

  it("equals the count over all 2^m sign patterns", () => {
    fc.assert(
      fc.property(differences, (given) => {
        const twelfths = given.map(({ num, den }) => (num * 12) / den).filter((v) => v !== 0);
        const observed = Math.abs(twelfths.reduce((s, v) => s + v, 0));
        let far = 0;
        for (let mask = 0; mask < 2 ** twelfths.length; mask++) {
          const sum = twelfths.reduce((s, v, i) => ((mask >> i) & 1 ? s - v : s + v), 0);
          if (Math.abs(sum) >= observed) far++;
        }
        expect(signFlipExact(given).p).toBe(far / 2 ** twelfths.length);
      }),
    );
  });

  it("does not see the order, the sign of the whole, or the scale", () => {
    fc.assert(
      fc.property(differences, (given) => {
        const { p } = signFlipExact(given);
        expect(signFlipExact(given.toReversed()).p).toBe(p);
        expect(signFlipExact(given.map((d) => ({ ...d, num: -d.num }))).p).toBe(p);
        expect(signFlipExact(given.map((d) => ({ ...d, den: d.den * 7 }))).p).toBe(p);
      }),
    );
  });
});
