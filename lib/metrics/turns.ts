import { ofSplit } from "./measuring/by-case";
import { meanPerEpisode } from "./measuring/mean-per-episode";
import type { Metric } from "./metric";

export const turns: Metric = {
  id: "turns",
  label: "Turns",
  shortLabel: "Turns",
  unit: "turns",
  better: "neither",
  counts: { numerator: "turns", denominator: "finished episodes that record them" },
  definition: "Turns that the agent took in an attack episode.",
  formula: "Σ turns / finished episodes that record them",
  exclusions: "Aborted episodes and episodes that do not record turns.",
  minimum: "One finished episode that records turns.",
  source: "methods.md 6 (price)",
  place: "detail",
  finishedOnly: true,
  measure: (tallies) =>
    meanPerEpisode(ofSplit(tallies, "attack"), {
      sum: (tally) => tally.turns.sum,
      episodes: (tally) => tally.turns.episodes,
      none: "No finished attack episode records its turns.",
    }),
};
