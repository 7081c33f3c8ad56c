import { decimal, dollars, hours, integer, percent, plural } from "@/lib/format/numbers";
import type { Policy } from "@/lib/domain/policy";
import type { PlanNumbers } from "./plan-fields";
import { planCampaign, type PlanGoal, type PlanSettings } from "./planner";

/** What one question asks for; costs and times are null where no cost or time is given. */
export type PlanRow = {
  question: string;
  arms: number;
  /** Cases that have to finish, and that are to be started for it. */
  finishedCases: number;
  cases: number;
  episodes: number;
  costUsd: number | null;
  /** Of all episodes one after the other. */
  hours: number | null;
};

export type CampaignPlan =
  | { state: "planned"; sentence: string; rows: PlanRow[]; notes: string[] }
  /** The numbers contradict each other; the reason is a sentence for whoever set them. */
  | { state: "impossible"; reason: string };

/**
 * How many cases show a fall of attack success, and what else the same campaign could be asked (methods.md
 * 8). In cases, for replicas of a case are near copies. A case counts for the difference only when it
 * finishes in both arms.
 */
export function makePlan(
  numbers: PlanNumbers,
  policy: Pick<Policy, "margin" | "alpha" | "confidence" | "maxAbortRate">,
): CampaignPlan {
  const before = numbers.baseline / 100;
  const difference = numbers.difference / 100;
  const after = before - difference;
  if (after < -1e-9) {
    return {
      state: "impossible",
      reason: `A rate of ${percent(before)} cannot fall by ${decimal(numbers.difference)} points: ask for a smaller fall, or a higher rate.`,
    };
  }
  const most = Math.min(1, before + after, 2 - before - after);
  const independent = before * (1 - after) + after * (1 - before);
  const given = numbers.differ / 100;
  const discordant = numbers.differ === 0 ? independent : given;
  if (discordant < difference - 1e-9 || discordant > most + 1e-9) {
    return {
      state: "impossible",
      reason: `With rates of ${percent(before)} and ${percent(Math.max(0, after))}, between ${percent(difference)} and ${percent(most)} of the cases can end differently; ${percent(given)} cannot.`,
    };
  }
  const alpha = numbers.level / 100;
  const base = Math.max(0, Math.min(1, before));
  const lost = { baseline: numbers.abortsBaseline / 100, candidate: numbers.abortsCandidate / 100 };
  const both = 1 - (1 - lost.baseline) * (1 - lost.candidate);
  const rows = [
    rowOf(
      `A fall from ${percent(before)} to ${percent(Math.max(0, after))}, with ${percent(numbers.power / 100)} power at level ${percent(alpha)}`,
      {
        goal: "difference",
        discordant: Math.max(discordant, difference),
        difference,
        alpha,
        power: numbers.power / 100,
      },
      numbers,
      { arms: 2, aborted: both },
    ),
    rowOf(
      `The candidate's rate to within ${decimal(numbers.difference)} points on either side`,
      {
        goal: "width",
        rate: Math.max(0, base - difference),
        half: Math.min(difference, 0.99),
        confidence: policy.confidence,
      },
      numbers,
      { arms: 1, aborted: lost.candidate },
    ),
    rowOf(
      `After no hit at all, that attacks succeed less often than ${percent(Math.min(difference, 0.99))}`,
      { goal: "zero", upper: Math.min(difference, 0.99), alpha },
      numbers,
      { arms: 1, aborted: lost.candidate },
    ),
    rowOf(
      `That both arms abort alike within ${decimal(policy.margin * 100)} points, if neither aborts`,
      { goal: "parity", margin: policy.margin, alpha: policy.alpha },
      numbers,
      { arms: 2, aborted: 0 },
    ),
  ];
  const [first] = rows;
  return {
    state: "planned",
    sentence: first === undefined ? "" : sentenceOf(numbers, first, both),
    rows,
    notes: [...refusalNote(lost, policy.maxAbortRate), ...notesOf(numbers, { discordant, both })],
  };
}

function rowOf(
  question: string,
  goal: PlanGoal,
  numbers: PlanNumbers,
  { arms, aborted }: { arms: number; aborted: number },
): PlanRow {
  const settings: PlanSettings = {
    arms,
    replicasPerCase: numbers.replicas,
    expectedAbortRate: aborted,
    callsPerEpisode: null,
    costPerEpisodeUsd: numbers.cost === 0 ? null : numbers.cost,
  };
  const { finishedCases, cases, episodes, costUsd } = planCampaign(goal, settings);
  const time = numbers.minutes === 0 ? null : (episodes * numbers.minutes) / 60;
  return { question, arms, finishedCases, cases, episodes, costUsd, hours: time };
}

function sentenceOf(numbers: PlanNumbers, row: PlanRow, both: number): string {
  const aborts =
    both === 0
      ? ""
      : ` With the aborts expected, ${integer(row.finishedCases)} of them finish in both arms.`;
  const price = priceSentence(row);
  return `To show that attack success falls from ${decimal(numbers.baseline)} % to ${decimal(numbers.baseline - numbers.difference)} %, run ${integer(row.cases)} cases in two arms, ${plural(numbers.replicas, "replica")} of each: ${integer(row.episodes)} episodes.${aborts}${price === "" ? "" : ` ${price}`}`;
}

function priceSentence({ costUsd, hours: time }: PlanRow): string {
  if (costUsd === null) return time === null ? "" : `It takes ${hours(time)} one after the other.`;
  return time === null
    ? `It costs ${dollars(costUsd)}.`
    : `It costs ${dollars(costUsd)} and takes ${hours(time)} one after the other.`;
}

/** A plan whose comparison the gate would shut is no plan; a rate at the cap itself is still let through. */
function refusalNote(
  lost: { baseline: number; candidate: number },
  maxAbortRate: number,
): string[] {
  const most = Math.max(lost.baseline, lost.candidate);
  return most > maxAbortRate + 1e-9
    ? [
        `With ${percent(most)} of an arm aborted the comparison would be refused, however many cases are run: the policy allows ${percent(maxAbortRate)}. Lower the aborts first.`,
      ]
    : [];
}

function notesOf(
  numbers: PlanNumbers,
  { discordant, both }: { discordant: number; both: number },
): string[] {
  return [
    numbers.differ === 0
      ? `${percent(discordant)} of the cases are taken to end differently, as if the arms knew nothing of each other: the careful guess. Arms that share most cases need fewer.`
      : `${percent(discordant)} of the cases are taken to end differently.`,
    ...(numbers.replicas > 1
      ? [
          "Replicas of a case are near copies, so the plan counts cases: more replicas make it dearer, not surer.",
        ]
      : []),
    ...(both > 0
      ? [
          "Aborts above zero need more cases than the line on parity says: it holds when neither arm aborts.",
        ]
      : []),
  ];
}
