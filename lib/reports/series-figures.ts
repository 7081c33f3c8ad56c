import { OUTCOME_NAMES } from "@/lib/domain/outcome";
import type { Policy } from "@/lib/domain/policy";
import type { Tally } from "@/lib/domain/tally";
import { groupBy, total } from "@/lib/metrics/measuring/by-case";
import type { Metric, Ratio } from "@/lib/metrics/metric";
import { abba } from "@/lib/stats/abba";
import { commonScale, type Rational } from "@/lib/stats/rational";
import { signFlipExact } from "@/lib/stats/sign-flip-exact";
import type { SeriesFigures, SeriesRepeat, SeriesTest, Side } from "./series-report";

type Tallies = readonly Tally[];

/** The attack tallies of four campaigns in run order; the outer two are of one side. */
export type FourCampaigns = { outer: Side; tallies: [Tallies, Tallies, Tallies, Tallies] };

/** One case's mean in each of the four campaigns, kept exact. */
type CaseMeans = [Rational, Rational, Rational, Rational];

/** t = -1.5, -0.5, 0.5, 1.5, doubled: the slope of a case but for a factor that no test sees. */
const SLOPE = [-3, -1, 1, 3];
const OUTER_REPEAT = [-1, 0, 0, 1];
const INNER_REPEAT = [0, -1, 1, 0];

/**
 * One metric along A, B, B, A (methods.md 7, golden `abba`), over the cases observed in all four
 * campaigns. Null when there is none, or a campaign has no value of it.
 */
export function seriesFigures(
  metric: Metric,
  ratio: Ratio,
  { outer, tallies }: FourCampaigns,
  policy: Policy,
): SeriesFigures | null {
  const byCase = tallies.map((campaign) => groupBy(campaign, (tally) => tally.case));
  const means = caseMeans(byCase, ratio);
  const measured = byCase.flatMap((cases) => {
    const value = metric.measure(
      [...means.keys()].flatMap((name) => cases.get(name) ?? []),
      policy,
    );
    return value.kind === "value" ? [value] : [];
  });
  const [y1, y2, y3, y4] = measured;
  if (means.size === 0 || !y1 || !y2 || !y3 || !y4) return null;
  const effect = abba(y1.value, y2.value, y3.value, y4.value);
  const cases = [...means.values()];
  const inner = outer === "candidate" ? "baseline" : "candidate";
  return {
    metric: metric.id,
    label: metric.label,
    unit: metric.unit,
    cases: means.size,
    campaigns: measured.map(({ value, numerator, denominator }) => ({
      value,
      numerator,
      denominator,
    })),
    armDifference: outer === "candidate" ? effect.armDiff : 0 - effect.armDiff,
    driftPerStep: effect.driftPerStep,
    drift: testOf(cases, SLOPE),
    repeats: [
      { side: outer, difference: effect.repeatA, test: testOf(cases, OUTER_REPEAT) },
      { side: inner, difference: effect.repeatB, test: testOf(cases, INNER_REPEAT) },
    ],
  };
}

function caseMeans(
  [first, second, third, fourth]: readonly Map<string, Tally[]>[],
  ratio: Ratio,
): Map<string, CaseMeans> {
  const means = new Map<string, CaseMeans>();
  for (const name of first?.keys() ?? []) {
    const means4 = [first, second, third, fourth].flatMap(
      (cases) => meanOf(cases?.get(name) ?? [], ratio) ?? [],
    );
    const [a, b, c, d] = means4;
    if (a && b && c && d) means.set(name, [a, b, c, d]);
  }
  return means;
}

/** Weights come in halves, so twice a sum is whole. */
function meanOf(tallies: Tallies, ratio: Ratio): Rational | null {
  const episodes = total(tallies, ratio.denominator);
  if (episodes === 0) return null;
  return { num: Math.round(2 * total(tallies, ratio.numerator)), den: 2 * episodes };
}

function testOf(cases: readonly CaseMeans[], weights: readonly number[]): SeriesTest {
  const test = signFlipExact(cases.map((means) => weighted(means, weights)));
  return { p: test.p, differingCases: test.differing };
}

/** The weighted sum of a case's means. Beyond whole doubles it is rounded to twelve digits. */
function weighted(means: CaseMeans, weights: readonly number[]): Rational {
  const { integers, scale } = commonScale(means);
  const sum = integers.reduce((all, value, i) => all + value * BigInt(weights[i] ?? 0), 0n);
  const exact = { num: Number(sum), den: Number(scale) };
  if (Number.isSafeInteger(exact.num) && Number.isSafeInteger(exact.den)) return exact;
  return { num: Math.round((exact.num / exact.den) * 1e12), den: 1e12 };
}

/**
 * How many episodes ended alike in two campaigns of one arm: case by case, as many as both campaigns
 * count of each outcome. Of the episodes that have a counterpart: replicas that one campaign lacks
 * disagree with nothing. Null when no case has one.
 */
export function sameOutcome(first: Tallies, second: Tallies): SeriesRepeat["sameOutcome"] {
  const later = groupBy(second, (tally) => tally.case);
  let episodes = 0;
  let of = 0;
  for (const [name, group] of groupBy(first, (tally) => tally.case)) {
    const other = later.get(name) ?? [];
    const started = (tallies: Tallies) => total(tallies, (tally) => tally.started);
    of += Math.min(started(group), started(other));
    for (const outcome of OUTCOME_NAMES) {
      episodes += Math.min(total(group, COUNT[outcome]), total(other, COUNT[outcome]));
    }
  }
  return of === 0 ? null : { episodes, of, share: episodes / of };
}

/** Where a tally counts each outcome; together they are its started episodes. */
const COUNT: Record<(typeof OUTCOME_NAMES)[number], (tally: Tally) => number> = {
  attack_success: (tally) => tally.attackSuccess,
  safe_and_useful: (tally) => tally.safeAndUseful,
  safe_but_failed: (tally) => tally.safeButFailed,
  safe_task_unknown: (tally) => tally.safeTaskUnknown,
  aborted: (tally) => tally.aborted,
  undetermined: (tally) => tally.undetermined,
};
