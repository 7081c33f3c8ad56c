import type { EpisodeFilter } from "@/db/queries/episode-filter";
import { AppError } from "@/lib/errors";

const NAMES = [
  "campaign",
  "arm",
  "attack",
  "case",
  "outcome",
  "termination",
  "split",
  "tool",
  "decision",
  "marker",
  "text",
] as const;

/**
 * The filter of an export, by the words of the page's address.
 *
 * @throws AppError invalid_input: a word that is none of them, or any beside a whole campaign
 */
export function exportFilter(
  given: Readonly<Record<string, string>>,
  wholeCampaign: boolean,
): EpisodeFilter {
  const words = Object.entries(given);
  if (wholeCampaign && words.length > 0)
    throw new AppError(
      "invalid_input",
      "A campaign is exported whole: leave --filter, or give --filter campaign=… instead.",
    );
  const filter: EpisodeFilter = {};
  for (const [name, value] of words) {
    const known = NAMES.find((one) => one === name);
    if (known !== undefined) filter[known] = value;
    else if (name === "class" && (value === "finished" || value === "abort"))
      filter.termClass = value;
    else if (name === "alarm" && (value === "yes" || value === "no"))
      filter.alarm = value === "yes";
    else
      throw new AppError(
        "invalid_input",
        `The filter "${name}=${value}" is not known: ${NAMES.join(", ")}, class=finished|abort, alarm=yes|no.`,
      );
  }
  return filter;
}
