import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clusterWilson } from "@/lib/stats/cluster-wilson";
import { departures } from "@/lib/stats/testing/golden";
import { wilson } from "@/lib/stats/wilson";

const sum = (values: readonly number[]): number => values.reduce((all, v) => all + v, 0);
const repeat = (count: number, value: number): number[] =>
  Array.from({ length: count }, () => value);

describe("edges", () => {
  it("is n/a without a case, or with cases that have no denominator", () => {
    expect(clusterWilson({ num: [], den: [], cap: 0 }, 0.95)).toBeNull();
    expect(clusterWilson({ num: [0, 0], den: [0, 0], cap: 0 }, 0.95)).toBeNull();
  });

  it("has a rate but no interval with one case", () => {
    expect(clusterWilson({ num: [2], den: [3], cap: 3 }, 0.95)).toEqual({
      p: 2 / 3,
      cases: 1,
      interval: null,
    });
  });

  it("leaves out cases without a denominator", () => {
    const with0 = clusterWilson({ num: [1, 0, 2], den: [3, 0, 3], cap: 6 }, 0.95);
    expect(with0).toEqual(clusterWilson({ num: [1, 2], den: [3, 3], cap: 6 }, 0.95));
  });

  it("counts cases, not episodes, when nothing or everything was hit", () => {
    const none = clusterWilson({ num: repeat(14, 0), den: repeat(14, 3), cap: 42 }, 0.95);
    expect(none?.interval?.lo).toBe(0);
    expect(none?.interval?.hi).toBeGreaterThan(wilson(0, 14, 0.95)?.hi ?? 1);
    const all = clusterWilson({ num: repeat(14, 3), den: repeat(14, 3), cap: 42 }, 0.95);
    expect(all?.interval?.hi).toBe(1);
  });

  it("takes weights that do not add up exactly for all of themselves", () => {
    const num = [0.1, 0.2, 0.3, 0.7];
    const all = clusterWilson(
      { num, den: [0.3 - 0.2, 0.2, 0.3, 0.7].map((v) => v + 1e-16), cap: 4 },
      0.95,
    );
    expect([all?.p, all?.interval?.hi]).toEqual([1, 1]);
  });

  it("does a million cases", () => {
    const num = Array.from({ length: 1_000_000 }, (_, i) => i % 2);
    const result = clusterWilson({ num, den: repeat(1_000_000, 1), cap: 1_000_000 }, 0.95);
    expect(departures(result?.interval, wilson(500_000, 1_000_000, 0.95))).toEqual([]);
  });

  it.each([
    ["a numerator above its denominator", { num: [4], den: [3], cap: 3 }],
    ["a negative numerator", { num: [-1], den: [3], cap: 3 }],
    ["lists of different length", { num: [1], den: [3, 3], cap: 6 }],
    ["a cap that is not whole", { num: [1], den: [3], cap: 2.5 }],
  ])("%s throws", (_, ratios) => {
    expect(() => clusterWilson(ratios, 0.95)).toThrow(RangeError);
  });
});

describe("laws", () => {
  const oneCase = fc
    .nat({ max: 6 })
    .chain((den) => fc.tuple(fc.nat({ max: den }), fc.constant(den)));
  const cases = fc.array(oneCase, { minLength: 2, maxLength: 60 });
  const estimate = (of: readonly [number, number][], conf = 0.95) => {
    const den = of.map(([, d]) => d);
    return clusterWilson({ num: of.map(([n]) => n), den, cap: sum(den) }, conf);
  };

  it("with one replica a case it is plain Wilson", () => {
    const hits = fc.array(fc.constantFrom(0, 1), { minLength: 2, maxLength: 200 });
    fc.assert(
      fc.property(hits, (num) => {
        const result = clusterWilson({ num, den: num.map(() => 1), cap: num.length }, 0.95);
        expect(departures(result?.interval, wilson(sum(num), num.length, 0.95))).toEqual([]);
      }),
    );
  });

  it("contains the rate, stays in [0, 1], every number finite", () => {
    fc.assert(
      fc.property(cases, (of) => {
        const result = estimate(of);
        if (result === null || result.interval === null) return;
        const { p, se, kish, neff, neffRaw, interval } = result;
        expect(0 <= interval.lo && interval.lo <= p).toBe(true);
        expect(p <= interval.hi && interval.hi <= 1).toBe(true);
        expect([se, kish, neff, neffRaw].every(Number.isFinite)).toBe(true);
        expect(neff).toBeLessThanOrEqual(neffRaw);
      }),
    );
  });

  it("shrinks when every case comes four times over", () => {
    fc.assert(
      fc.property(cases, (of) => {
        const once = estimate(of)?.interval;
        const often = estimate([...of, ...of, ...of, ...of])?.interval;
        if (!once || !often) return;
        expect(often.hi - often.lo).toBeLessThan(once.hi - once.lo);
      }),
    );
  });

  it("does not see the order of the cases", () => {
    fc.assert(
      fc.property(cases, (of) => {
        expect(departures(estimate(of.toReversed()), estimate(of))).toEqual([]);
      }),
    );
  });
});
