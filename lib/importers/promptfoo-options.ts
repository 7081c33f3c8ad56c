import type { ImporterOption } from "./importer";

export const PLAIN_TESTS = "plainTests";
export const ATTACKER_LIMIT = "attackerLimit";

export const PROMPTFOO_OPTIONS: readonly ImporterOption[] = [
  {
    id: PLAIN_TESTS,
    label: "Tests without a red-team plugin",
    help: "An ordinary test does not say whether it attacks the agent or gives it work. As an attack, a failed assertion is a successful attack; as work, a passed one is a task done.",
    choices: [
      { value: "probe", label: "Keep them, in no rate" },
      { value: "attack", label: "They are attacks" },
      { value: "benign", label: "They are legitimate work" },
    ],
    default: "probe",
  },
  {
    id: ATTACKER_LIMIT,
    label: "An attack of several turns that ran out of turns",
    help: "The strategy's own limit ended the conversation before the attack succeeded. The file counts that as a defence.",
    choices: [
      { value: "turn-limit", label: "Aborted at the turn limit, in no rate" },
      { value: "finished", label: "Finished: the attacker had all the turns that were planned" },
    ],
    default: "turn-limit",
  },
];

export type PromptfooSettings = {
  plainTests: "probe" | "attack" | "benign";
  attackerLimitAborts: boolean;
};

export function promptfooSettings(chosen: ReadonlyMap<string, string>): PromptfooSettings {
  const plain = chosen.get(PLAIN_TESTS);
  return {
    plainTests: plain === "attack" || plain === "benign" ? plain : "probe",
    attackerLimitAborts: chosen.get(ATTACKER_LIMIT) !== "finished",
  };
}
