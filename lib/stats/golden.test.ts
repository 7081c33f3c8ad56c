import { describe, expect, it } from "vitest";
import { z } from "zod";
import { abba } from "@/lib/stats/abba";
import { asrAtK } from "@/lib/stats/asr-at-k";
import { aucPromptLength } from "@/lib/stats/auc-prompt-length";
import { betaQuantile } from "@/lib/stats/beta-quantile";
import { clopperPearson } from "@/lib/stats/clopper-pearson";
import { clusterDiff } from "@/lib/stats/cluster-diff";
import { clusterWilson } from "@/lib/stats/cluster-wilson";
import { gammaMean } from "@/lib/stats/gamma-mean";
import { gammaQuantile } from "@/lib/stats/gamma-quantile";
import { iccAnova } from "@/lib/stats/icc-anova";
import { manskiAsr } from "@/lib/stats/manski-asr";
import { manskiDiff } from "@/lib/stats/manski-diff";
import { mcnemarExact } from "@/lib/stats/mcnemar-exact";
import { nEffective } from "@/lib/stats/n-effective";
import { nPairsMcNemar } from "@/lib/stats/n-pairs-mcnemar";
import { nParityZeroAborts } from "@/lib/stats/n-parity-zero-aborts";
import { nWilsonHalfWidth } from "@/lib/stats/n-wilson-half-width";
import { nZeroEvents } from "@/lib/stats/n-zero-events";
import { newcombeIndep } from "@/lib/stats/newcombe-indep";
import { newcombePaired } from "@/lib/stats/newcombe-paired";
import { normalQuantile } from "@/lib/stats/normal-quantile";
import { padjust } from "@/lib/stats/padjust";
import { signFlipExact } from "@/lib/stats/sign-flip-exact";
import { tQuantile } from "@/lib/stats/t-quantile";
import { departures, GOLDEN_CASES, goldenCases } from "@/lib/stats/testing/golden";
import { upperOneSided95 } from "@/lib/stats/upper-one-sided-95";
import { wilson } from "@/lib/stats/wilson";
import { worstCaseAsr } from "@/lib/stats/worst-case-asr";

type Adapter = { count: number; run: (input: unknown) => unknown };

/** `count` is how many cases the reference file holds: a lost one must be noticed. */
function adapter<I>(count: number, schema: z.ZodType<I>, compute: (input: I) => unknown): Adapter {
  return { count, run: (input) => compute(schema.parse(input)) };
}

const num = z.number();
const nums = z.array(num);
const quantile = z.object({ p: num });
const hits = z.object({ k: num, n: num });
const hitsAt = hits.extend({ conf: num });
const ratios = z.object({ num: nums, den: nums, cap: num, conf: num });
const outcomes = z
  .tuple([num, num, num, num])
  .transform(([successCompleted, hitBeforeAbort, aborted, started]) => ({
    successCompleted,
    hitBeforeAbort,
    aborted,
    started,
  }));
const total = (values: readonly number[]): number => values.reduce((sum, v) => sum + v, 0);
const noLimits = { lo: null, hi: null };

const ADAPTERS: Record<string, Adapter> = {
  qnorm: adapter(10, quantile, ({ p }) => ({ x: normalQuantile(p) })),
  qt: adapter(50, quantile.extend({ df: num }), (i) => ({ x: tQuantile(i.p, i.df) })),
  qbeta: adapter(80, quantile.extend({ a: num, b: num }), (i) => ({
    x: betaQuantile(i.p, i.a, i.b),
  })),
  qgamma: adapter(60, quantile.extend({ shape: num, rate: num }), (i) => ({
    x: gammaQuantile(i.p, i.shape, i.rate),
  })),
  wilson: adapter(57, hitsAt, (i) => wilson(i.k, i.n, i.conf) ?? noLimits),
  clopperPearson: adapter(57, hitsAt, (i) => clopperPearson(i.k, i.n, i.conf) ?? noLimits),
  upperOneSided95: adapter(9, hits, (i) => upperOneSided95(i.k, i.n)),
  newcombeIndep: adapter(28, z.object({ k1: num, n1: num, k0: num, n0: num, conf: num }), (i) =>
    newcombeIndep(i.k1, i.n1, i.k0, i.n0, i.conf),
  ),
  newcombePaired: adapter(8, z.object({ a: num, b: num, c: num, d: num, conf: num }), (i) =>
    newcombePaired({ both: i.a, firstOnly: i.b, secondOnly: i.c, neither: i.d }, i.conf),
  ),
  mcnemarExact: adapter(10, z.object({ b: num, c: num }), (i) => mcnemarExact(i.b, i.c)),
  signFlipExact: adapter(8, z.object({ num: nums, den: num }), (i) =>
    signFlipExact(i.num.map((n) => ({ num: n, den: i.den }))),
  ),
  clusterWilson: adapter(34, ratios, (i) => {
    const result = clusterWilson(i, i.conf);
    if (result === null) return null;
    const { cases: m, interval, ...rest } = result;
    const oneCase = { m, neff: null, ...noLimits, method: "one-case" };
    return { ...rest, ...(interval === null ? oneCase : { m, ...interval }) };
  }),
  clusterDiff: adapter(
    6,
    z.object({ num1: nums, den1: nums, num0: nums, den0: nums, conf: num, rho: num }),
    (i) =>
      clusterDiff(
        { num: i.num1, den: i.den1, cap: total(i.den1) },
        { num: i.num0, den: i.den0, cap: total(i.den0) },
        i.conf,
        i.rho,
      ),
  ),
  gammaMean: adapter(
    18,
    z.object({ caseTotals: nums, n: num, maxCaseTotal: num, conf: num }),
    (i) => gammaMean({ ...i, totals: i.caseTotals }, i.conf) ?? { mean: null, ...noLimits },
  ),
  asrAtK: adapter(13, z.object({ n: num, c: num, k: num }), (i) => ({
    value: asrAtK(i.n, i.c, i.k),
  })),
  padjust: adapter(6, z.object({ p: nums }), ({ p }) => ({
    bh: padjust(p, "bh"),
    holm: padjust(p, "holm"),
    bonferroni: padjust(p, "bonferroni"),
  })),
  worstCaseAsr: adapter(7, z.object({ k: nums, n: nums, conf: num }), (i) =>
    worstCaseAsr(i.k, i.n, i.conf),
  ),
  iccAnova: adapter(7, z.object({ k: nums, n: nums }), (i) => {
    return iccAnova(i.k, i.n) ?? { icc: null, deff: null };
  }),
  nZeroEvents: adapter(4, z.object({ upper: num, alpha: num }), (i) => ({
    n: nZeroEvents(i.upper, i.alpha),
  })),
  nPairsMcNemar: adapter(
    5,
    z.object({ discordant: num, diff: num, alpha: num, power: num }),
    nPairsMcNemar,
  ),
  nWilsonHalfWidth: adapter(4, z.object({ p: num, half: num, conf: num }), (i) => ({
    n: nWilsonHalfWidth(i.p, i.half, i.conf),
  })),
  nEffective: adapter(4, z.object({ n: num, replicas: num, icc: num }), (i) =>
    nEffective(i.n, i.replicas, i.icc),
  ),
  nParityZeroAborts: adapter(3, z.object({ delta: num, alpha: num }), (i) => ({
    neffPerArm: nParityZeroAborts(i.delta, i.alpha),
  })),
  abba: adapter(4, z.object({ a1: num, b2: num, b3: num, a4: num }), (i) =>
    abba(i.a1, i.b2, i.b3, i.a4),
  ),
  aucPromptLength: adapter(4, z.object({ aborted: nums, finished: nums }), (i) => ({
    auc: aucPromptLength(i.aborted, i.finished),
  })),
  manskiAsr: adapter(
    9,
    z.object({ successCompleted: num, hitBeforeAbort: num, aborted: num, n: num }),
    ({ n, ...rest }) => manskiAsr({ ...rest, started: n }) ?? { completeCase: null, ...noLimits },
  ),
  manskiDiff: adapter(4, z.object({ defended: outcomes, baseline: outcomes }), (i) =>
    manskiDiff(i.defended, i.baseline),
  ),
};

/** Functions of the reference file whose home is lib/metrics; its tests there hold these counts. */
const IN_METRICS = { parityGate: 29, indices: 11, decomposition: 1, articleComposite: 1 };

describe("the reference file", () => {
  it("holds 551 cases, each with a home", () => {
    const here = Object.entries(ADAPTERS).map(([fn, { count }]) => [fn, count] as const);
    const homes = Object.fromEntries([...here, ...Object.entries(IN_METRICS)]);
    const held: Record<string, number> = {};
    for (const { fn } of GOLDEN_CASES) held[fn] = (held[fn] ?? 0) + 1;
    expect(held).toEqual(homes);
    expect(total(Object.values(homes))).toBe(551);
  });

  it.each(Object.entries(ADAPTERS))("%s agrees at 1e-9", (fn, { count, run }) => {
    const cases = goldenCases(fn, z.unknown(), z.unknown());
    expect(cases).toHaveLength(count);
    const wrong = cases.flatMap((c) => departures(run(c.input), c.expected, c.id));
    expect(wrong).toEqual([]);
  });
});

describe("the comparison with the reference", () => {
  it("tells numbers apart at 1e-9, and n/a from every number", () => {
    expect(departures({ p: 1 + 2e-9 }, { p: 1 })).toHaveLength(1);
    expect(departures({ p: 1 + 5e-10 }, { p: 1 })).toEqual([]);
    expect(departures({ p: 2e-12 }, { p: 0 })).toHaveLength(1);
    expect(departures({ p: 0 }, { p: null })).toHaveLength(1);
    expect(departures({ p: null }, { p: 0 })).toHaveLength(1);
    expect(departures({ p: NaN }, { p: 0 })).toHaveLength(1);
    expect(departures({}, { p: null })).toHaveLength(1);
    expect(departures([1, 2], [1])).toHaveLength(1);
    expect(departures(null, { p: 1 })).toHaveLength(1);
  });
});
