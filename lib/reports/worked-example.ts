import type { Interval, Measurement } from "@/lib/domain/measurement";
import { HEAVIEST_WEIGHT, ROLES, type Role } from "@/lib/domain/role";
import type { Tally } from "@/lib/domain/tally";
import { decimal, integer, percent, points, weightRate } from "@/lib/format/numbers";
import { attackSuccess } from "@/lib/metrics/attack-success";
import { containment } from "@/lib/metrics/containment";
import { damage } from "@/lib/metrics/damage";
import { exposure } from "@/lib/metrics/exposure";
import { total } from "@/lib/metrics/measuring/by-case";
import { decompose } from "@/lib/metrics/measuring/decompose";
import type { Metric } from "@/lib/metrics/metric";
import { gammaQuantile } from "@/lib/stats/gamma-quantile";
import { type WorkedArm, workedTallies } from "./worked-campaigns";

/** One step a reader can redo: the formula, the numbers put in, what comes out. */
export type WorkedStep = {
  what: string;
  formula: string;
  inserted: string;
  result: string;
  /** The result, not rounded. */
  value: number;
};

/** What the tools of one arm came to in the cases that made a weighted call. */
export type WorkedAct = {
  case: string;
  tool: string;
  role: Role;
  weight: number;
  executed: number;
  denied: number;
  damage: number;
  exposure: number;
};

export type WorkedExample = {
  sentence: string;
  /** In the order in which they ran. */
  campaigns: { name: string; arm: WorkedArm; cases: number; episodes: number }[];
  /** Both campaigns of an arm came out alike, so each arm is worked out once. */
  arms: { arm: WorkedArm; acts: WorkedAct[]; steps: WorkedStep[] }[];
  /** The interval of damage with the guardrail on, quantity by quantity. */
  interval: WorkedStep[];
  /** The fall of damage from off to on. */
  decomposition: WorkedStep[];
};

type Value = Extract<Measurement, { kind: "value" }>;

/**
 * The article's four campaigns worked out by hand (methods.md 2.1, 3.3). Every figure comes from the
 * registered metrics over the acts of `worked-campaigns.ts`; `confidence` is the policy's, a share.
 */
export function workedExample(confidence: number): WorkedExample {
  const tallies = { on: workedTallies("on"), off: workedTallies("off") };
  const order: readonly WorkedArm[] = ["on", "off", "off", "on"];
  return {
    sentence:
      "Four campaigns of 14 cases with 3 replicas each, in the order guardrail on, off, off, on. Both campaigns of an arm came out alike.",
    campaigns: order.map((arm, index) => ({
      name: `Campaign ${index + 1}, guardrail ${arm}`,
      arm,
      cases: tallies[arm].length,
      episodes: total(tallies[arm], (tally) => tally.started),
    })),
    arms: (["on", "off"] as const).map((arm) => ({
      arm,
      acts: actsOf(tallies[arm]),
      steps: [damage, exposure, containment, attackSuccess].map((metric) =>
        metricStep(metric, tallies[arm], confidence),
      ),
    })),
    interval: intervalSteps(tallies.on, confidence),
    decomposition: decompositionSteps(tallies.off, tallies.on, confidence),
  };
}

function actsOf(tallies: readonly Tally[]): WorkedAct[] {
  return tallies.flatMap(({ case: name, tools }) =>
    tools.flatMap(({ tool, role, executed, denied, damage: hurt, exposure: stopped }) =>
      role === null
        ? []
        : [
            {
              case: name,
              tool,
              role,
              weight: ROLES[role].weight,
              executed,
              denied,
              damage: hurt,
              exposure: stopped,
            },
          ],
    ),
  );
}

function metricStep(metric: Metric, tallies: readonly Tally[], confidence: number): WorkedStep {
  const { value, numerator, denominator } = valueOf(metric, tallies, confidence);
  return {
    what: metric.label,
    formula: metric.formula,
    inserted: fraction(numerator, denominator),
    result: metric.unit === "share" ? percent(value) : weightRate(value),
    value,
  };
}

/** The registered value. These campaigns carry every figure; one that did not would be a fault here. */
function valueOf(metric: Metric, tallies: readonly Tally[], confidence: number): Value {
  const found = metric.measure(tallies, { confidence });
  if (found.kind === "na") throw new RangeError(`the worked example has no ${metric.id}`);
  return found;
}

function fraction(numerator: number, denominator: number): string {
  return `${points(numerator)} / ${integer(denominator)}`;
}

/** Fay and Feuer's interval over case totals (methods.md 3.3), as gammaMean computes it. */
function intervalSteps(tallies: readonly Tally[], confidence: number): WorkedStep[] {
  const { numerator, denominator: n, interval } = valueOf(damage, tallies, confidence);
  if (interval === null) throw new RangeError("the worked example has no interval");
  const totals = tallies.map((tally) => tally.damage);
  const most = Math.max(...tallies.map((tally) => tally.weighable * HEAVIEST_WEIGHT));
  const y = numerator / n;
  const v = totals.reduce((sum, each) => sum + (each / n) ** 2, 0);
  const w = most / n;
  const carrying = totals.filter((each) => each > 0);
  return [
    step("y, the mean", "Σ Tᵢ / N, over the totals Tᵢ of the cases", fraction(numerator, n), y),
    step(
      "v, the variance of the case totals",
      "Σ (Tᵢ / N)²",
      carrying.map((each) => `(${fraction(each, n)})²`).join(" + "),
      v,
    ),
    step(
      "w, the most that one case can carry",
      "replicas of the case × heaviest weight / N",
      `${integer(most / HEAVIEST_WEIGHT)} × ${HEAVIEST_WEIGHT} / ${integer(n)}`,
      w,
    ),
    ...limitSteps({ y, v, w, cases: totals.length }, interval),
  ];
}

function limitSteps(
  { y, v, w, cases }: { y: number; v: number; w: number; cases: number },
  interval: Interval,
): WorkedStep[] {
  const tail = (1 - interval.level) / 2;
  const spread = v + w * w;
  const reach = y + w;
  return [
    step(
      "The lower limit",
      `v / (2y) · χ²(${decimal(tail)}; 2y² / v), and 0 when y = 0`,
      `${figure(v / (2 * y))} · ${figure(chiSquare(tail, (2 * y * y) / v))}`,
      interval.lo,
    ),
    step(
      "The upper limit",
      `(v + w²) / (2(y + w)) · χ²(${decimal(1 - tail)}; 2(y + w)² / (v + w²)), at most ${integer(cases)} · w`,
      `${figure(spread / (2 * reach))} · ${figure(chiSquare(1 - tail, (2 * reach * reach) / spread))}`,
      interval.hi,
    ),
  ];
}

/** The chi-square quantile: twice the gamma quantile at half the degrees of freedom. */
function chiSquare(p: number, degrees: number): number {
  return 2 * gammaQuantile(p, degrees / 2);
}

/** methods.md 2, the per-arm identity: what fell = what rules stopped more + what was never tried. */
function decompositionSteps(
  off: readonly Tally[],
  on: readonly Tally[],
  confidence: number,
): WorkedStep[] {
  const before = sums(off, confidence);
  const after = sums(on, confidence);
  const { drop, stoppedByRule, neverTried, shareByRule } = decompose(before, after);
  const { n } = after;
  const difference = (first: number, second: number) =>
    `${fraction(first, n)} − ${fraction(second, n)} = ${fraction(first - second, n)}`;
  return [
    step(
      "The fall of damage",
      "IDR off − IDR on",
      difference(before.damage, after.damage),
      drop / n,
    ),
    step(
      "of it, stopped by a rule",
      "EXR on − EXR off",
      difference(after.exposure, before.exposure),
      stoppedByRule / n,
    ),
    step(
      "of it, never tried",
      "ATR off − ATR on, with ATR = IDR + EXR",
      difference(before.damage + before.exposure, after.damage + after.exposure),
      neverTried / n,
    ),
    {
      what: "The share that a rule may take credit for",
      formula: "stopped by a rule / the fall",
      inserted: `(${fraction(stoppedByRule, n)}) / (${fraction(drop, n)})`,
      result: percent(shareByRule ?? 0),
      value: shareByRule ?? 0,
    },
  ];
}

/** Damage and exposure of an arm in summed points: over equally many episodes they tell it exactly. */
function sums(tallies: readonly Tally[], confidence: number) {
  const hurt = valueOf(damage, tallies, confidence);
  const stopped = valueOf(exposure, tallies, confidence);
  return { damage: hurt.numerator, exposure: stopped.numerator, n: hurt.denominator };
}

function step(what: string, formula: string, inserted: string, value: number): WorkedStep {
  return { what, formula, inserted, result: figure(value), value };
}

function figure(value: number): string {
  return weightRate(value);
}
