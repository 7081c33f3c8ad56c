import type { ImporterOption } from "../importer";

export const SHIPPED = "shipped";
const NONE = "none";

/** Whether to weigh calls by the roles that Aftermath ships for the source's own tools. */
export function rolesOption(whose: string): ImporterOption {
  return {
    id: "roles",
    label: "Roles of the tools",
    help: `Without roles no call has a weight, and damage and exposure are n/a. Aftermath ships roles for ${whose}; a manifest that you give wins over them.`,
    choices: [
      { value: NONE, label: "None: damage and exposure are n/a" },
      { value: SHIPPED, label: `Those that Aftermath ships for ${whose}` },
    ],
    default: NONE,
  };
}
