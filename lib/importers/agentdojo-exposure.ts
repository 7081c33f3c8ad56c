import { type LogMessage, textOf } from "./agentdojo-log";

/** A whole injection with fewer letters and digits than this matches by chance. */
const MATCHABLE = 8;

/** A line of the injected text shorter than this, letters and digits counted, may be anyone's. */
const DISTINCTIVE = 24;

/**
 * Whether the injected text ever stood in what a tool answered: the whole of it, or one line of it long
 * enough to be told apart. False when no answer carried it, for then the agent was never under attack;
 * undefined when the log does not hold the injected text, so that nothing can be said.
 *
 * Tools print their data as YAML, JSON or a Python literal, which wrap lines and escape characters, so
 * letters and digits alone are compared.
 */
export function injectionReached(
  injections: Readonly<Record<string, string>> | null | undefined,
  messages: readonly LogMessage[],
): boolean | undefined {
  const answers = messages.filter((message) => message.role === "tool").map(textOf);
  if (answers.length === 0) return false;
  const needles = [...new Set(Object.values(injections ?? {}))].flatMap((text) => [
    bare(text),
    ...text
      .split("\n")
      .map(bare)
      .filter((line) => line.length >= DISTINCTIVE),
  ]);
  const usable = [...new Set(needles)].filter((needle) => needle.length >= MATCHABLE);
  if (usable.length === 0) return undefined;
  return answers.map(bare).some((answer) => usable.some((needle) => answer.includes(needle)));
}

function bare(text: string): string {
  return text
    .replace(/\\[nrt"']/g, " ")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");
}
