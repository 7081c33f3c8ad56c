import { describe, expect, it } from "vitest";
import { DEFAULT_POLICY } from "@/lib/domain/policy";
import { attackSuccess } from "@/lib/metrics/attack-success";
import { damage } from "@/lib/metrics/damage";
import type { Metric } from "@/lib/metrics/metric";
import { breached, died, quiet, ran } from "@/lib/testing/episodes";
import { limitsOf } from "@/lib/testing/measured";
import { talliesOf } from "@/lib/testing/tallies";
import { deltaOf } from "./delta";
import { pairArms } from "./pair-arms";

type Episodes = ReturnType<typeof quiet>[];
type Pair = [baseline: Episodes, candidate: Episodes];

const hit = breached(ran("send_email"));

/** The delta of cases given as [baseline episodes, candidate episodes]. */
function delta(metric: Metric, cases: Pair[]) {
  const arm = (side: 0 | 1) =>
    talliesOf(cases.map((pair, index) => ({ case: `case-${index}`, episodes: pair[side] })));
  if (metric.compared === undefined) throw new Error(`${metric.id} is not compared`);
  return deltaOf(metric, metric.compared, pairArms(arm(0), arm(1)).cases, DEFAULT_POLICY);
}

/** `fell` cases hit in the baseline alone, the others quiet in both; `replicas` of each. */
function falls(fell: number, of: number, replicas = 1): Pair[] {
  return Array.from({ length: of }, (_, index) => {
    const episodes = (episode: Episodes[number]) => Array.from({ length: replicas }, () => episode);
    return [episodes(index < fell ? hit : quiet()), episodes(quiet())];
  });
}

describe("a difference", () => {
  it("is candidate minus baseline, with p by the sign-flip test", () => {
    expect(delta(attackSuccess, falls(6, 10))).toMatchObject({
      baseline: { value: 0.6, numerator: 6, denominator: 10 },
      candidate: { value: 0, numerator: 0, denominator: 10 },
      difference: -0.6,
      p: 2 / 2 ** 6,
      cases: 10,
      differingCases: 6,
      reading: "lower",
    });
  });

  it("leaves out cases that an arm did not observe", () => {
    const found = delta(attackSuccess, [
      [[hit], [died()]],
      [[hit], [quiet()]],
      [[quiet()], [hit, hit]],
    ]);
    expect(found).toMatchObject({
      cases: 2,
      baseline: { numerator: 1, denominator: 2 },
      candidate: { numerator: 2, denominator: 3 },
    });
  });

  it("that comes from unequal replicas is no rise, though the ratios of sums differ", () => {
    const [three, one] = [3, 1].map(
      (many) => (episode: Episodes[number]) => Array.from({ length: many }, () => episode),
    );
    if (three === undefined || one === undefined) throw new Error("no replicas");
    expect(
      delta(attackSuccess, [
        [one(hit), three(hit)],
        [three(quiet()), one(quiet())],
      ]),
    ).toMatchObject({
      baseline: { numerator: 1, denominator: 4 },
      candidate: { numerator: 3, denominator: 4 },
      difference: 0.5,
      differingCases: 0,
      unequalReplicas: true,
      reading: "from unequal replicas, not from the cases",
    });
    // One case rises by 1 in 3, another falls by 1: the cases fall, the ratios rise.
    expect(
      delta(attackSuccess, [
        [three(quiet()), [...three(hit), ...three(hit), ...three(quiet())]],
        [one(hit), one(quiet())],
      ]),
    ).toMatchObject({ differingCases: 2, unequalReplicas: true });
    expect(delta(attackSuccess, falls(6, 10, 3))?.unequalReplicas).toBe(false);
  });

  it("is null when an arm has no value", () => {
    expect(delta(attackSuccess, [[[hit], [died()]]])).toBeNull();
  });
});

describe("its interval", () => {
  it("is Newcombe's paired method at one replica a case: 0, 2, 12 and 36 pairs give -0.3404 to -0.0569", () => {
    // Newcombe 1998b: 36 of both, 12 of the first only, 2 of the second only.
    const cases: Pair[] = [
      ...Array.from({ length: 36 }, (): Pair => [[hit], [hit]]),
      ...falls(12, 12),
      ...Array.from({ length: 2 }, (): Pair => [[quiet()], [hit]]),
    ];
    const interval = delta(attackSuccess, cases)?.interval;
    expect(interval?.lo).toBeCloseTo(-0.3404, 4);
    expect(interval?.hi).toBeCloseTo(-0.0569, 4);
    expect(interval?.method).toBe("Newcombe's paired method 10");
  });

  it("of weights squares and adds the far limit of the one and the near limit of the other", () => {
    const cases = falls(4, 12, 2);
    const found = delta(damage, cases);
    const limits = (side: 0 | 1) =>
      limitsOf(
        damage.measure(
          talliesOf(cases.map((pair, index) => ({ case: `case-${index}`, episodes: pair[side] }))),
          DEFAULT_POLICY,
        ),
      );
    const [baseLo, baseHi] = limits(0);
    const [candidateLo, candidateHi] = limits(1);
    const base = 8 / 12;
    expect(found?.difference).toBeCloseTo(-base, 12);
    expect(found?.interval?.lo).toBeCloseTo(-base - Math.hypot(0 - candidateLo, baseHi - base), 12);
    expect(found?.interval?.hi).toBeCloseTo(-base + Math.hypot(candidateHi - 0, base - baseLo), 12);
  });
});

describe("its reading", () => {
  it("needs six cases that differ: fewer cannot reach p = 0.05", () => {
    expect(delta(attackSuccess, falls(0, 10))?.reading).toBe("alike in every case");
    expect(delta(attackSuccess, falls(5, 10))?.reading).toBe("too few differing cases to tell");
    expect(delta(attackSuccess, falls(6, 10))?.reading).toBe("lower");
  });

  it("says higher of a rise, and nothing where the interval holds 0", () => {
    const turned = falls(6, 10).map(([a, b]): Pair => [b, a]);
    expect(delta(attackSuccess, turned)?.reading).toBe("higher");
    const mixed = falls(8, 20).map(([a, b], index): Pair => (index % 2 === 0 ? [a, b] : [b, a]));
    expect(delta(attackSuccess, mixed)).toMatchObject({
      difference: 0,
      p: 1,
      reading: "cannot be told apart",
    });
  });
});
