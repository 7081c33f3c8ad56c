import { type ParityGroup, TERMINATIONS, TERMINATION_REASONS } from "@/lib/domain/termination";
import { integer, plural, wholePercent } from "@/lib/format/numbers";
import type { ParityGate } from "@/lib/metrics/parity-gate";
import { nParityZeroAborts } from "@/lib/stats/n-parity-zero-aborts";
import { upperOneSided95 } from "@/lib/stats/upper-one-sided-95";
import type { ArmReport } from "./arm-report";
import type { MissingResults } from "./missing-results";
import { missingSentences } from "./missing-sentences";
import type { ArmInput } from "./report-input";

/** What the gate says in words: what was found, why it matters, what to do. */
export type GateSentences = { headline: string; explanation: string; advice: string[] };

/** What the gate's words are made of. `rerunCases`: common cases with an aborted episode in either arm. */
export type GateStory = {
  gate: ParityGate;
  baseline: ArmReport;
  candidate: ArmReport;
  candidateInput: ArmInput;
  rerunCases: number;
  missing: MissingResults;
};

/** The words of one gate result, written once for page, export and command line. */
export function gateSentences(story: GateStory): GateSentences {
  const { gate } = story;
  switch (gate.reason) {
    case "EMPTY_ARM":
      return {
        headline: "Nothing to compare: an arm has no episode of an attack case.",
        explanation: "Without episodes in both arms there is no question to answer.",
        advice: ["Choose arms that ran attack cases."],
      };
    case "NO_COMMON_CASES":
      return {
        headline: "Nothing to compare: the arms ran no case in common.",
        explanation: "Arms are compared case by case; these ran different cases.",
        advice: ["Run both arms over the same cases."],
      };
    case "EQUIVALENT":
      return {
        headline: "Comparable: the arms abort alike.",
        explanation: [
          `In total and by group of reasons, the abort rates differ by less than ${margin(gate)}.`,
          ...missingSentences(story.missing).map(({ fact }) => fact),
        ].join(" "),
        advice: [],
      };
    case "TOO_FEW":
      return gate.completeData ? withoutAborts(story) : tooFew(story);
    case "ALL_ABORTED":
    case "TOO_MANY_ABORTS":
    case "LOST_CASES":
    case "RATES_DIFFER":
    case "REASONS_DIFFER":
      return { headline: ratesSentence(gate), explanation: why(gate), advice: rerunAdvice(story) };
  }
}

/** "33 % of the candidate's episodes were aborted, 0 % of the baseline's." */
function ratesSentence(gate: ParityGate): string {
  if (gate.candidateRate === null || gate.baselineRate === null) {
    return "The abort rates cannot be told.";
  }
  return `${wholePercent(gate.candidateRate)} of the candidate's episodes were aborted, ${wholePercent(gate.baselineRate)} of the baseline's.`;
}

function why(gate: ParityGate): string {
  const none = "No difference is computed.";
  const cap = wholePercent(gate.policy.maxAbortRate);
  switch (gate.reason) {
    case "ALL_ABORTED":
      return `An arm in which every episode was aborted has tested nothing. ${none}`;
    case "TOO_MANY_ABORTS":
      return `${flatters(gate)} Above ${cap} of aborted episodes an arm is compared with nothing. ${none}`;
    case "LOST_CASES":
      return `In ${gate.lostCases.length} of ${plural(gate.cases, "common case")} an arm has no finished episode at all; above ${cap} of lost cases nothing is compared. ${none}`;
    case "REASONS_DIFFER":
      return `The arms abort about as often, but for other reasons: what died in one arm is not what died in the other. ${none}`;
    default:
      return `${flatters(gate)} ${none}`;
  }
}

function flatters(gate: ParityGate): string {
  const candidate = gate.candidateRate ?? 0;
  const baseline = gate.baselineRate ?? 0;
  if (candidate === baseline) return "Aborted episodes record no attacker action.";
  const arm = candidate > baseline ? "candidate" : "baseline";
  return `A difference would flatter the ${arm}: an episode that dies before its end records no attacker action.`;
}

function withoutAborts({ gate, missing }: GateStory): GateSentences {
  const found = missingSentences(missing);
  const [first, ...others] = found;
  if (first !== undefined) {
    const also = others.map(({ fact }) => `${fact} `).join("");
    return {
      headline: `No episode was aborted, but ${first.fact}`,
      explanation: `${also}${first.why} ${parityNotShown(gate)}`,
      advice: found.map(({ advice }) => advice),
    };
  }
  const strict = gate.blocked
    ? " This project's policy asks for shown parity, so the comparison stays shut."
    : "";
  return {
    headline: "No episode was aborted, so no result is missing.",
    explanation: `${parityNotShown(gate)}${strict}`,
    advice: gate.blocked ? [moreCases(gate)] : [],
  };
}

/** "18 cases cannot show that the abort rates are equal in general (each could be up to 15 %)." */
function parityNotShown(gate: ParityGate): string {
  const { upper } = upperOneSided95(0, gate.cases) ?? { upper: null };
  const each = upper === null ? "" : ` (each could be up to ${wholePercent(upper)})`;
  return `${plural(gate.cases, "case")} cannot show that the abort rates are equal in general${each}.`;
}

function tooFew(story: GateStory): GateSentences {
  const { gate } = story;
  return {
    headline: `Cannot tell whether the arms abort alike: ${plural(gate.cases, "common case")} are too few.`,
    explanation: `${plural(gate.candidateAborted, "episode")} of the candidate and ${plural(gate.baselineAborted, "episode")} of the baseline were aborted, and the interval of the difference reaches beyond ${margin(gate)}. No difference is shown.`,
    advice: [...remedies(story), moreCases(gate)],
  };
}

function moreCases(gate: ParityGate): string {
  const least = nParityZeroAborts(gate.policy.margin, gate.policy.alpha);
  return `Run more cases: without any abort, ${integer(least)} cases in each arm show parity within ${margin(gate)}; ${integer(gate.cases)} were run.`;
}

function rerunAdvice(story: GateStory): string[] {
  const { rerunCases } = story;
  return [
    ...remedies(story),
    `Then run the ${plural(rerunCases, "case")} with aborted episodes again in both arms.`,
  ];
}

/** What to do about each group of reasons that occurs in either arm. */
function remedies(story: GateStory): string[] {
  const groups = new Set<ParityGroup>();
  const occurring = [...story.baseline.terminations, ...story.candidate.terminations];
  for (const reason of TERMINATION_REASONS) {
    const group = TERMINATIONS[reason].parityGroup;
    if (group !== null && occurring.some((entry) => entry.reason === reason)) groups.add(group);
  }
  return [...groups].map((group) =>
    REMEDY[group](
      story,
      occurring.map((entry) => entry.reason),
    ),
  );
}

const REMEDY: Record<ParityGroup, (story: GateStory, reasons: readonly string[]) => string> = {
  limits: ({ candidateInput }, reasons) => {
    const { turns, contextTokens } = candidateInput.campaign.limits ?? {};
    const raised: string[] = [];
    if (reasons.includes("turn_limit")) {
      raised.push(turns === undefined ? "the turn limit" : `the turn limit of ${integer(turns)}`);
    }
    if (reasons.includes("context_limit")) {
      raised.push(
        contextTokens === undefined
          ? "the context limit"
          : `the context limit of ${integer(contextTokens)} tokens`,
      );
    }
    if (reasons.includes("budget_limit")) raised.push("the budget");
    return `Raise ${raised.join(" and ")}, or shorten the tasks.`;
  },
  tool: () => "Mend the simulated tools that failed: the environment died, not the agent.",
  provider: () => "Retry provider errors under a bounded, logged policy, the same in both arms.",
  unknown: () => "Have the harness record why each episode ends; find out why it died.",
};

function margin(gate: ParityGate): string {
  return `${integer(gate.policy.margin * 100)} points`;
}
