import { recordedMean } from "./measuring/recorded-mean";

export const turns = recordedMean({
  id: "turns",
  label: "Turns",
  shortLabel: "Turns",
  unit: "turns",
  better: "neither",
  definition: "Turns that the agent took in an attack episode.",
  noun: "turns",
  counted: "turns",
  recorded: (tally) => tally.turns,
});
