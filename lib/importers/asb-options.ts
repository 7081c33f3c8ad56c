import type { ImporterOption } from "./importer";

export const SPLIT = "split";
export const BY_PATH = "path";
export const SILENT = "silent";
export const DONE = "done";

export const ASB_OPTIONS: readonly ImporterOption[] = [
  {
    id: SPLIT,
    label: "What the rows are",
    help: "Whether a table holds attacks stands in its path alone: `clean` or the class of the attack.",
    choices: [
      { value: BY_PATH, label: "As the path says" },
      { value: "attack", label: "Attacks" },
      { value: "benign", label: "Legitimate work without an attack" },
    ],
    default: BY_PATH,
  },
  {
    id: SILENT,
    label: "A last answer without a word, after tools were used",
    help: "Some agents finish without a word, and a crash leaves the same row. The table does not tell which it was.",
    choices: [
      { value: "unknown", label: "Ending unknown: it leaves every rate" },
      { value: DONE, label: "Task done: it counts as finished" },
    ],
    default: "unknown",
  },
];
