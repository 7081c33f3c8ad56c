import type { Policy } from "@/lib/domain/policy";
import { METRICS } from "@/lib/metrics/registry";
import { lacksRoles, ruleOf } from "./attribution";
import { pairArms } from "./pair-arms";
import { type ArmInput, membersOf } from "./report-input";
import { type FourCampaigns, sameOutcome, seriesFigures } from "./series-figures";
import type { SeriesFigures, SeriesRepeat, SeriesReport, Side } from "./series-report";
import { identicalNote, orderSentence, unsteadyWarning } from "./series-sentences";

type Run = { side: Side; input: ArmInput; name: string; order: number };

/** Orders in which a linear drift cancels from the arm (methods.md 7). */
const BALANCED = new Set(["ABBA", "BAAB"]);

/**
 * What the run order of the campaigns says, when both sides' members form one series: in the order
 * A, B, B, A the arm apart from drift, and whether repeats of an arm agree; in any other order that they
 * cannot be told apart. Null without a series. For comparisons that the gates have opened, only.
 */
export function seriesOf(
  baseline: ArmInput,
  candidate: ArmInput,
  policy: Policy,
): SeriesReport | null {
  const runs = runsOf(baseline, candidate);
  const name = runs?.[0]?.name;
  if (runs === null || name === undefined) return null;
  const order = runs.map(({ side }) => (side === "candidate" ? "A" : "B")).join("");
  const common = new Set(pairArms(baseline.tallies, candidate.tallies).cases.map((p) => p.case));
  const four = BALANCED.has(order) ? fourCampaigns(runs, common) : null;
  const metrics =
    four === null
      ? []
      : figuresOf(four, policy, {
          rule: ruleOf(baseline),
          weighed: !runs.some(({ input }) => lacksRoles(input, input.tallies)),
        });
  const repeats = four === null ? [] : repeatsOf(four, runs);
  return {
    name,
    campaigns: runs.map(({ side, input, order: place }) => ({
      side,
      campaignSlug: input.identity.campaignSlug,
      campaignName: input.identity.campaignName,
      order: place,
    })),
    order,
    sentence: orderSentence(order),
    metrics,
    repeats,
    warning: unsteadyWarning(metrics),
    note: identicalNote(metrics, repeats, runs.every(atTemperatureZero)),
  };
}

/** The campaigns of both sides in run order; null unless all name one series, each its own place. */
function runsOf(baseline: ArmInput, candidate: ArmInput): Run[] | null {
  const runs: Run[] = [];
  for (const [side, input] of [
    ["baseline", baseline],
    ["candidate", candidate],
  ] as const) {
    for (const member of membersOf(input)) {
      if (member.series === undefined || member.series === null) return null;
      runs.push({ side, input: member, ...member.series });
    }
  }
  const alone = new Set(runs.map((run) => run.order)).size === runs.length;
  const together = new Set(runs.map((run) => run.name)).size === 1;
  return alone && together ? runs.toSorted((a, b) => a.order - b.order) : null;
}

function fourCampaigns(runs: readonly Run[], common: ReadonlySet<string>): FourCampaigns | null {
  const attacks = runs.map(({ input }) =>
    input.tallies.filter((tally) => tally.split === "attack" && common.has(tally.case)),
  );
  const [first, second, third, fourth] = attacks;
  const outer = runs[0]?.side;
  if (!first || !second || !third || !fourth || outer === undefined) return null;
  return { outer, tallies: [first, second, third, fourth] };
}

function figuresOf(
  four: FourCampaigns,
  policy: Policy,
  { rule, weighed }: { rule: string | undefined; weighed: boolean },
): SeriesFigures[] {
  return METRICS.flatMap((metric) => {
    const { compared } = metric;
    if (compared === undefined || !compared.series) return [];
    if (metric.ofWeights === true && !weighed) return [];
    const figures = seriesFigures(metric, compared, four, policy);
    if (figures === null) return [];
    return metric.ofWeights === true && rule !== undefined
      ? [{ ...figures, byRule: rule }]
      : [figures];
  });
}

function repeatsOf({ outer, tallies }: FourCampaigns, runs: readonly Run[]): SeriesRepeat[] {
  const named = (index: number) => runs[index]?.input.identity.campaignName ?? "";
  const repeat = (side: Side, first: number, second: number): SeriesRepeat => ({
    side,
    campaigns: [named(first), named(second)],
    sameOutcome: sameOutcome(tallies[first] ?? [], tallies[second] ?? []),
  });
  const inner = outer === "candidate" ? "baseline" : "candidate";
  return [repeat(outer, 0, 3), repeat(inner, 1, 2)];
}

function atTemperatureZero({ input }: { input: ArmInput }): boolean {
  return input.campaign.model?.temperature === 0;
}
