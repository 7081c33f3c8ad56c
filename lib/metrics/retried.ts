import { ofSplit } from "./measuring/by-case";
import { shareOfEpisodes } from "./measuring/share-of-episodes";
import type { Metric } from "./metric";

export const retried: Metric = {
  id: "retried",
  label: "Tried again",
  shortLabel: "Tried again",
  unit: "share",
  better: "neither",
  counts: { numerator: "tried again", denominator: "started" },
  definition:
    "How many episodes took more than one attempt. Each is judged by its last; damage of the earlier ones is still seen.",
  formula: "episodes with more than one attempt / started",
  exclusions: "None: aborted episodes were tried again too.",
  minimum: "One started episode.",
  source: "methods.md 5",
  place: "detail",
  finishedOnly: false,
  measure: (tallies, { confidence }) =>
    shareOfEpisodes(
      ofSplit(tallies, "attack"),
      {
        numerator: (tally) => tally.retriedEpisodes,
        denominator: (tally) => tally.started,
        none: "No attack case was run in this arm.",
      },
      confidence,
    ),
};
