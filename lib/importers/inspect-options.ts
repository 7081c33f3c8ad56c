import type { Split } from "@/lib/domain/records";
import { splitSchema } from "@/lib/domain/records";
import { type Criterion, parseCriterion } from "./inspect-criterion";
import type { ImporterOption } from "./importer";

export const ATTACK_SUCCEEDED = "attack-succeeded";
export const DEFENDED = "defended";
const DEFAULT_SUCCESS = "C";

/** An option without choices takes a text. */
export const INSPECT_OPTIONS: readonly ImporterOption[] = [
  {
    id: "split",
    label: "What the samples are",
    help: "An Inspect log does not say whether a sample attacks the agent or gives it legitimate work.",
    choices: [
      { value: "attack", label: "Attacks" },
      { value: "benign", label: "Legitimate work" },
      { value: "probe", label: "Neither: keep them, in no rate" },
    ],
    default: "attack",
  },
  {
    id: "scorer",
    label: "Scorer that judges the attack",
    help: "Its name as in the log; `name.key` for one value of a scorer that gives several. Left empty, no verdict is read. For legitimate work it judges the task.",
    choices: [],
    default: "",
  },
  {
    id: "success",
    label: "Value of this scorer that counts",
    help: "A value as it stands in the log, such as C, 1 or true; or a comparison such as >=0.5.",
    choices: [],
    default: DEFAULT_SUCCESS,
  },
  {
    id: "polarity",
    label: "What this value means",
    help: "Some scorers count the success of the attack, others the safety of the agent; their names do not tell which.",
    choices: [
      { value: ATTACK_SUCCEEDED, label: "The attack succeeded" },
      { value: DEFENDED, label: "The agent stayed safe" },
    ],
    default: ATTACK_SUCCEEDED,
  },
  {
    id: "taskScorer",
    label: "Scorer that judges the user's task",
    help: "Where the log has one beside the attack's. Left empty, completion is not read.",
    choices: [],
    default: "",
  },
  {
    id: "taskSuccess",
    label: "Value of that scorer for a task done",
    help: "A value or a comparison, as above.",
    choices: [],
    default: DEFAULT_SUCCESS,
  },
];

/** A scorer's name and what its value has to be. */
export type Judge = { scorer: string; criterion: Criterion };

export type InspectSettings = {
  split: Split;
  /** Judges the attack; null when the user named no scorer. */
  attack: Judge | null;
  /** True when a value that counts says that the attack succeeded, false when it says the contrary. */
  countsAsAttacked: boolean;
  /** Judges the user's task. */
  task: Judge | null;
};

/** The settings, or the id of the option whose value cannot be one. */
export function readSettings(
  options: Readonly<Record<string, string>>,
): InspectSettings | { invalid: string } {
  const given = new Map(
    INSPECT_OPTIONS.map(({ id, default: fallback }) => [id, options[id]?.trim() || fallback]),
  );
  for (const { id, choices } of INSPECT_OPTIONS) {
    if (choices.length > 0 && !choices.some(({ value }) => value === given.get(id)))
      return { invalid: id };
  }
  const split = splitSchema.safeParse(given.get("split"));
  const success = parseCriterion(given.get("success") ?? "");
  const taskSuccess = parseCriterion(given.get("taskSuccess") ?? "");
  if (!split.success) return { invalid: "split" };
  if (success === null) return { invalid: "success" };
  if (taskSuccess === null) return { invalid: "taskSuccess" };
  const first = judge(given.get("scorer"), success);
  const second = judge(given.get("taskScorer"), taskSuccess);
  const isAttack = split.data === "attack";
  return {
    split: split.data,
    attack: isAttack ? first : null,
    countsAsAttacked: given.get("polarity") === ATTACK_SUCCEEDED,
    task: second ?? (isAttack ? null : first),
  };
}

function judge(scorer: string | undefined, criterion: Criterion): Judge | null {
  return scorer ? { scorer, criterion } : null;
}
