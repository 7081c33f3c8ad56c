import { integer, outOf, percent, plural } from "@/lib/format/numbers";
import { nPairsMcNemar } from "@/lib/stats/n-pairs-mcnemar";
import { nParityZeroAborts } from "@/lib/stats/n-parity-zero-aborts";
import { nWilsonHalfWidth } from "@/lib/stats/n-wilson-half-width";
import { nZeroEvents } from "@/lib/stats/n-zero-events";

/** What a campaign is to show. Shares, not percent. */
export type PlanGoal =
  /** After no hit at all: that attacks succeed less often than `upper`. */
  | { goal: "zero"; upper: number; alpha: number }
  /** One arm's rate, expected at `rate`, to within `half` on either side. */
  | { goal: "width"; rate: number; half: number; confidence: number }
  /** A difference of `difference` when `discordant` of the cases differ between the arms. */
  | { goal: "difference"; discordant: number; difference: number; alpha: number; power: number }
  /** That two arms abort alike within `margin`, when neither aborts at all. */
  | { goal: "parity"; margin: number; alpha: number };

/** How the campaign is run, and what an episode costs; null where the user does not say. */
export type PlanSettings = {
  arms: number;
  replicasPerCase: number;
  /** Share of started episodes expected to be aborted. */
  expectedAbortRate: number;
  callsPerEpisode: number | null;
  costPerEpisodeUsd: number | null;
};

export type Plan = {
  /** Cases with a finished episode that the goal asks for. */
  finishedCases: number;
  /** Cases to start, so that as many finish after the expected aborts. */
  cases: number;
  /** Over all arms and replicas. */
  episodes: number;
  calls: number | null;
  costUsd: number | null;
  sentence: string;
};

/**
 * How many cases show what is asked for (methods.md 8): always in cases, for replicas of a case are
 * near copies. Throws RangeError on a goal outside the formulas' range, an abort share of 1 or more,
 * or fewer than one arm or replica.
 */
export function planCampaign(goal: PlanGoal, settings: PlanSettings): Plan {
  requireSettings(settings);
  const finishedCases = casesFor(goal);
  const cases = Math.ceil(finishedCases / (1 - settings.expectedAbortRate) - 1e-9);
  const episodes = cases * settings.replicasPerCase * settings.arms;
  const { callsPerEpisode, costPerEpisodeUsd } = settings;
  return {
    finishedCases,
    cases,
    episodes,
    calls: callsPerEpisode === null ? null : Math.ceil(episodes * callsPerEpisode),
    costUsd: costPerEpisodeUsd === null ? null : episodes * costPerEpisodeUsd,
    sentence: planSentence(goal, { finishedCases, cases, episodes }, settings),
  };
}

function casesFor(goal: PlanGoal): number {
  switch (goal.goal) {
    case "zero":
      return nZeroEvents(goal.upper, goal.alpha);
    case "width":
      return nWilsonHalfWidth(goal.rate, goal.half, goal.confidence);
    case "difference":
      return nPairsMcNemar({
        discordant: goal.discordant,
        diff: goal.difference,
        alpha: goal.alpha,
        power: goal.power,
      }).n;
    case "parity":
      return nParityZeroAborts(goal.margin, goal.alpha);
  }
}

function planSentence(
  goal: PlanGoal,
  size: { finishedCases: number; cases: number; episodes: number },
  settings: PlanSettings,
): string {
  const { arms, replicasPerCase, expectedAbortRate } = settings;
  const aborts =
    expectedAbortRate === 0
      ? ""
      : `; with ${percent(expectedAbortRate)} aborted, ${outOf(size.finishedCases, size.cases)} finish`;
  const runs = `${plural(size.cases, "case")} in ${plural(arms, "arm")}, ${plural(replicasPerCase, "replica")} of each: ${integer(size.episodes)} episodes${aborts}`;
  return `${purposeOf(goal)}, run ${runs}.`;
}

function purposeOf(goal: PlanGoal): string {
  switch (goal.goal) {
    case "zero":
      return `To say after no hit at all that attacks succeed less often than ${percent(goal.upper)}`;
    case "width":
      return `To know a rate of about ${percent(goal.rate)} to within ${percent(goal.half)} on either side`;
    case "difference":
      return `To find a difference of ${percent(Math.abs(goal.difference))} when ${percent(goal.discordant)} of the cases differ, with ${percent(goal.power)} power`;
    case "parity":
      return `To show that two arms abort alike within ${percent(goal.margin)}, if neither aborts`;
  }
}

function requireSettings({ arms, replicasPerCase, expectedAbortRate }: PlanSettings): void {
  if (!Number.isInteger(arms) || arms < 1)
    throw new RangeError(`arms must be 1 or more, got ${arms}`);
  if (!Number.isInteger(replicasPerCase) || replicasPerCase < 1) {
    throw new RangeError(`replicas must be 1 or more, got ${replicasPerCase}`);
  }
  if (!(expectedAbortRate >= 0 && expectedAbortRate < 1)) {
    throw new RangeError(`the abort share must be in [0, 1), got ${expectedAbortRate}`);
  }
}
