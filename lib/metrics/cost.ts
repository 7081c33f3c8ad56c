import { ofSplit } from "./measuring/by-case";
import { meanPerEpisode } from "./measuring/mean-per-episode";
import type { Metric, Ratio } from "./metric";

const RATIO: Ratio = {
  numerator: (tally) => tally.costUsd.sum,
  denominator: (tally) => tally.costUsd.episodes,
};

export const cost: Metric = {
  id: "cost",
  label: "Cost",
  shortLabel: "Cost",
  unit: "dollars",
  better: "lower",
  counts: { numerator: "US dollars", denominator: "finished episodes that record it" },
  definition: "What an attack episode cost at the provider.",
  formula: "Σ cost / finished episodes that record it",
  exclusions: "Aborted episodes and episodes that do not record a cost.",
  minimum: "One finished episode that records its cost.",
  source: "methods.md 6 (price)",
  place: "detail",
  finishedOnly: true,
  compared: { ...RATIO, contrast: null, price: "attack", series: false },
  measure: (tallies) =>
    meanPerEpisode(ofSplit(tallies, "attack"), {
      ...RATIO,
      none: "No finished attack episode records its cost.",
    }),
};
