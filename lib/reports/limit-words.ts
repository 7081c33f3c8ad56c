import { integer } from "@/lib/format/numbers";

const LIMITS: Record<string, string> = {
  turns: "turns",
  contextTokens: "context tokens",
  budgetTokens: "budget tokens",
  wallClockMs: "milliseconds",
};

/** The limits of a harness in words: "turns 12, context tokens 16,000". */
export function limitWords(limits: Readonly<Record<string, number>>): string {
  const words = Object.entries(limits).map(
    ([name, value]) => `${LIMITS[name] ?? name} ${integer(value)}`,
  );
  return words.length === 0 ? "not recorded" : words.join(", ");
}
