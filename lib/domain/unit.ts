/**
 * What a metric is measured in. `scale` says how its figures read: a share as a percentage, weight points
 * with the four digits of published figures, the others as plain numbers with their word.
 */
export const UNITS = {
  share: { scale: "share", word: "" },
  weight: { scale: "weight", word: "weight points per weighable episode" },
  calls: { scale: "plain", word: "calls per episode" },
  retries: { scale: "plain", word: "retries per episode" },
  tokens: { scale: "plain", word: "tokens per episode" },
  turns: { scale: "plain", word: "turns per episode" },
  seconds: { scale: "plain", word: "seconds per episode" },
  dollars: { scale: "plain", word: "US dollars per episode" },
} as const satisfies Record<string, { scale: "share" | "weight" | "plain"; word: string }>;

export type Unit = keyof typeof UNITS;
