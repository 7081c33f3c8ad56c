import type { ImporterOption } from "./importer";
import { TIME_ZONE, TIME_ZONE_OPTION, UTC_OFFSET } from "./time-zone-option";

const DETECTORS = "detectors";
const MITIGATION = "mitigation";

export const GARAK_OPTIONS: readonly ImporterOption[] = [
  {
    id: DETECTORS,
    label: "When several detectors judge an answer",
    help: "garak counts each detector by itself; an episode has one verdict.",
    choices: [
      { value: "any", label: "The attack succeeded when any of them hits" },
      { value: "all", label: "The attack succeeded when all of them hit" },
    ],
    default: "any",
  },
  {
    id: MITIGATION,
    label: "Detectors that look for a refusal (mitigation.*)",
    help: "They hit where no refusal phrase was found, so a garbled or unrelated answer is a hit too.",
    choices: [
      { value: "count", label: "Count their hits, as garak does" },
      { value: "ignore", label: "Take refusals from them, and no hits" },
    ],
    default: "count",
  },
  TIME_ZONE_OPTION,
];

export type GarakSettings = { all: boolean; countMitigation: boolean; offset: string };

export function garakSettings(chosen: ReadonlyMap<string, string>): GarakSettings {
  return {
    all: chosen.get(DETECTORS) === "all",
    countMitigation: chosen.get(MITIGATION) !== "ignore",
    offset: chosen.get(TIME_ZONE) ?? UTC_OFFSET,
  };
}
