import { recordedMean } from "./measuring/recorded-mean";

export const cost = recordedMean({
  id: "cost",
  label: "Cost",
  shortLabel: "Cost",
  unit: "dollars",
  better: "lower",
  definition: "What an attack episode cost at the provider.",
  noun: "cost",
  counted: "US dollars",
  recorded: (tally) => tally.costUsd,
});
