import { ofSplit } from "./measuring/by-case";
import { meanPerEpisode } from "./measuring/mean-per-episode";
import type { Metric } from "./metric";

export const retries: Metric = {
  id: "retries",
  label: "Retries",
  shortLabel: "Retries",
  unit: "retries",
  better: "neither",
  counts: { numerator: "attempts beyond the first", denominator: "started episodes" },
  definition:
    "How often an episode was tried again. Arms retried by different rules are not compared.",
  formula: "(Σ attempts − started) / started",
  exclusions: "None: aborted episodes were retried too.",
  minimum: "One started episode.",
  source: "methods.md 5",
  place: "detail",
  finishedOnly: false,
  measure: (tallies) =>
    meanPerEpisode(ofSplit(tallies, "attack"), {
      numerator: (tally) => tally.retries,
      denominator: (tally) => tally.started,
      none: "No attack case was run in this arm.",
    }),
};
