import type { ImporterOption } from "./importer";
import { rolesOption, SHIPPED } from "./manifests/roles-option";

const ROLES = rolesOption("the tools of Norn's lab");
const ONLY = "only";
/** Numbers that the page offers; the command line takes any. */
const OFFERED = 50;

export const NORN_OPTIONS: readonly ImporterOption[] = [
  {
    id: "campaign",
    label: "Which campaign of a Norn database",
    help: "A database holds every campaign that was run; one is imported at a time. When there are several, the import names them with their numbers.",
    choices: [
      { value: ONLY, label: "The only one" },
      ...Array.from({ length: OFFERED }, (_, i) => ({
        value: String(i + 1),
        label: `Campaign ${i + 1}`,
      })),
    ],
    default: ONLY,
    selectsPart: true,
  },
  ROLES,
];

/** Whether the shipped roles are wanted; undefined when the answer is none of the choices. */
export function wantsShippedRoles(options: Readonly<Record<string, string>>): boolean | undefined {
  const answer = options[ROLES.id] ?? ROLES.default;
  if (!ROLES.choices.some(({ value }) => value === answer)) return undefined;
  return answer === SHIPPED;
}

/** The number of the wanted campaign; null for the only one, undefined when the answer is neither. */
export function chosenCampaign(
  options: Readonly<Record<string, string>>,
): number | null | undefined {
  const answer = options["campaign"] ?? ONLY;
  if (answer === ONLY) return null;
  return /^\d{1,15}$/.test(answer) ? Number(answer) : undefined;
}
