import { recordedMean } from "./measuring/recorded-mean";

export const duration = recordedMean({
  id: "duration",
  label: "Duration",
  shortLabel: "Seconds",
  unit: "seconds",
  better: "lower",
  definition: "How long an attack episode took, in seconds.",
  noun: "duration",
  counted: "seconds",
  recorded: (tally) => tally.durationMs,
  perUnit: 1000,
});
