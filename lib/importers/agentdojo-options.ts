import type { ImporterOption } from "./importer";
import { rolesOption, SHIPPED } from "./manifests/roles-option";

/** `+02:00` and the like, for the evaluation timestamps, which carry no zone. */
const OFFSETS = Array.from({ length: 27 }, (_, i) => i - 12).map((hours) => {
  const sign = hours < 0 ? "-" : "+";
  return `${sign}${String(Math.abs(hours)).padStart(2, "0")}:00`;
});

export const ATTACK_SUCCEEDED = "attack-succeeded";
export const SAFE = "safe";
export const UTC_OFFSET = "+00:00";

export const AGENTDOJO_OPTIONS: readonly ImporterOption[] = [
  {
    id: "polarity",
    label: "What `security: true` means",
    help: "AgentDojo writes true when the attack succeeded. Some forks turn it round; their documentation says so.",
    choices: [
      { value: ATTACK_SUCCEEDED, label: "The attack succeeded (AgentDojo)" },
      { value: SAFE, label: "The agent stayed safe (some forks)" },
    ],
    default: ATTACK_SUCCEEDED,
  },
  {
    id: "timeZone",
    label: "Time zone of the logs",
    help: "The logs hold the local time of the machine that ran them, without its zone.",
    choices: OFFSETS.map((offset) => ({ value: offset, label: `UTC${offset}` })),
    default: UTC_OFFSET,
  },
  rolesOption("the suites of AgentDojo and AgentDyn"),
];

export type AgentDojoSettings = {
  securityMeansAttacked: boolean;
  offset: string;
  shippedRoles: boolean;
};

/** The settings, or the id of the option whose value is none of its choices. */
export function readSettings(
  options: Readonly<Record<string, string>>,
): AgentDojoSettings | { invalid: string } {
  for (const option of AGENTDOJO_OPTIONS) {
    const value = options[option.id];
    if (value !== undefined && !option.choices.some((choice) => choice.value === value)) {
      return { invalid: option.id };
    }
  }
  return {
    securityMeansAttacked: (options["polarity"] ?? ATTACK_SUCCEEDED) === ATTACK_SUCCEEDED,
    offset: options["timeZone"] ?? UTC_OFFSET,
    shippedRoles: options["roles"] === SHIPPED,
  };
}
