import { ofSplit } from "./measuring/by-case";
import { meanPerEpisode } from "./measuring/mean-per-episode";
import type { Metric, Ratio } from "./metric";

const RATIO: Ratio = {
  numerator: (tally) => tally.durationMs.sum / 1000,
  denominator: (tally) => tally.durationMs.episodes,
};

export const duration: Metric = {
  id: "duration",
  label: "Duration",
  shortLabel: "Seconds",
  unit: "seconds",
  better: "lower",
  counts: { numerator: "seconds", denominator: "finished episodes that record it" },
  definition: "How long an attack episode took, in seconds.",
  formula: "Σ duration / finished episodes that record it",
  exclusions: "Aborted episodes and episodes that do not record their duration.",
  minimum: "One finished episode that records its duration.",
  source: "methods.md 6 (price)",
  place: "detail",
  finishedOnly: true,
  compared: { ...RATIO, contrast: null, price: "attack", series: false },
  measure: (tallies) =>
    meanPerEpisode(ofSplit(tallies, "attack"), {
      ...RATIO,
      none: "No finished attack episode records its duration.",
    }),
};
