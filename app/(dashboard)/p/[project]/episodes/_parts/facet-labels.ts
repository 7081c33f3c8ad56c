import type { FacetName } from "@/db/queries/facet-sums";
import { OUTCOME_NAMES, OUTCOMES } from "@/lib/domain/outcome";
import { TERMINATION_REASONS, TERMINATIONS } from "@/lib/domain/termination";
import type { EpisodeQuery } from "@/lib/answers/episode-query";

export const FACET_TITLES: Record<FacetName, string> = {
  termination: "Ended",
  outcome: "Outcome",
  arm: "Arm",
  attack: "Attack",
  tool: "With a call of",
  decision: "With a decision",
  marker: "Marker",
  alarm: "Alarm",
};

const MARKERS: Record<string, string> = {
  arguments: "in a call's arguments",
  result: "in a call's result",
  returned: "returned to others",
};
const ALARMS: Record<string, string> = { yes: "with an alarm", no: "without an alarm" };

/** Names of arms by key, of those keys that every campaign names alike: the others read as their key. */
export function commonArmNames(
  campaigns: readonly { arms: readonly { key: string; name: string }[] }[],
): Map<string, string> {
  const names = new Map<string, string | null>();
  for (const { key, name } of campaigns.flatMap(({ arms }) => arms)) {
    const known = names.get(key);
    names.set(key, known === undefined || known === name ? name : null);
  }
  return new Map([...names].flatMap(([key, name]) => (name === null ? [] : [[key, name]])));
}

/** How a value of a facet reads; one that is not known reads as itself. */
export function facetLabel(
  name: FacetName,
  value: string,
  armNames: ReadonlyMap<string, string>,
): string {
  const reason = TERMINATION_REASONS.find((one) => one === value);
  const outcome = OUTCOME_NAMES.find((one) => one === value);
  if (name === "termination" && reason !== undefined) return TERMINATIONS[reason].label;
  if (name === "outcome" && outcome !== undefined) return OUTCOMES[outcome].label;
  if (name === "arm") return armNames.get(value) ?? value;
  if (name === "marker") return MARKERS[value] ?? value;
  return name === "alarm" ? (ALARMS[value] ?? value) : value;
}

const TITLES: Record<keyof EpisodeQuery, string> = {
  ...FACET_TITLES,
  tool: "Tool",
  decision: "Decision",
  campaign: "Campaign",
  case: "Case",
  class: "Finished or aborted",
  split: "Split",
  text: "Text",
};

const CLASSES: Record<string, string> = { finished: "finished", abort: "aborted" };

export type Chosen = { name: keyof EpisodeQuery; title: string; label: string };

/** What the filter asks, one entry a field, as it reads. */
export function chosenOf(
  query: EpisodeQuery,
  names: { arms: ReadonlyMap<string, string>; campaigns: ReadonlyMap<string, string> },
): Chosen[] {
  const entries = Object.entries(query);
  return FIELDS.flatMap((name) => {
    const value = entries.find(([key]) => key === name)?.[1];
    if (value === undefined) return [];
    return [{ name, title: TITLES[name], label: labelOf(name, value, names) }];
  });
}

const FIELDS = [
  "campaign",
  "arm",
  "attack",
  "case",
  "outcome",
  "termination",
  "class",
  "split",
  "tool",
  "decision",
  "marker",
  "alarm",
  "text",
] as const satisfies readonly (keyof EpisodeQuery)[];

function labelOf(
  name: (typeof FIELDS)[number],
  value: string,
  names: { arms: ReadonlyMap<string, string>; campaigns: ReadonlyMap<string, string> },
): string {
  if (name === "campaign") return names.campaigns.get(value) ?? value;
  if (name === "class") return CLASSES[value] ?? value;
  return name === "case" || name === "split" || name === "text"
    ? value
    : facetLabel(name, value, names.arms);
}
