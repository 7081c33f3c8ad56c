import { recordedMean } from "./measuring/recorded-mean";

export const tokens = recordedMean({
  id: "tokens",
  label: "Tokens",
  shortLabel: "Tokens",
  unit: "tokens",
  better: "lower",
  definition:
    "Prompt and completion tokens of an attack episode: part of the price of a guardrail.",
  noun: "tokens",
  counted: "tokens",
  recorded: (tally) => tally.tokens,
});
