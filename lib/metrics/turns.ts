import { ofSplit } from "./measuring/by-case";
import { meanPerEpisode } from "./measuring/mean-per-episode";
import type { Metric, Ratio } from "./metric";

const RATIO: Ratio = {
  numerator: (tally) => tally.turns.sum,
  denominator: (tally) => tally.turns.episodes,
};

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
  compared: { ...RATIO, contrast: null, price: "attack", series: false },
  measure: (tallies) =>
    meanPerEpisode(ofSplit(tallies, "attack"), {
      ...RATIO,
      none: "No finished attack episode records its turns.",
    }),
};
