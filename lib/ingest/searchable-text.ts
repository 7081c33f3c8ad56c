import { AGENT_ROLES } from "@/lib/domain/agent-role";
import type { CallRecord, CaseRecord, EpisodeRecord } from "@/lib/domain/records";
import { lastCallsOf } from "@/lib/metrics/scoring/last-calls";

/** Characters of each part that a search looks through; ARCHITECTURE.md says what that leaves out. */
export const SEARCHED_CHARACTERS = {
  name: 300,
  detail: 300,
  answer: 1000,
  arguments: 1000,
} as const;

/**
 * The text of an episode that a search looks through: case, attack, the ending's detail, the final answer
 * (the last message of the agent) and the values in the arguments of the last attempt's calls, each on
 * a line of its own, in small letters.
 */
export function searchableText(episode: EpisodeRecord, testCase: CaseRecord): string {
  const { name, detail, answer } = SEARCHED_CHARACTERS;
  const parts = [
    cut(testCase.key, name),
    cut(testCase.attack, name),
    cut(episode.terminationDetail ?? "", detail),
    cut(finalAnswer(episode), answer),
    argumentText(lastCallsOf(episode)),
  ];
  return parts
    .filter((part) => part !== "")
    .join("\n")
    .toLowerCase();
}

function finalAnswer({ events = [] }: EpisodeRecord): string {
  const last = events.findLast(
    ({ kind, role, text }) =>
      kind === "message" && AGENT_ROLES.includes(role ?? "") && text !== undefined,
  );
  return last?.text ?? "";
}

/** The values in the order of the record. A stack of its own: arguments may nest ten thousand deep. */
function argumentText(calls: readonly CallRecord[]): string {
  const found: string[] = [];
  let room: number = SEARCHED_CHARACTERS.arguments;
  for (const { args } of calls) {
    const waiting: unknown[] = [args];
    while (waiting.length > 0 && room > 0) {
      const value = waiting.pop();
      if (typeof value === "object" && value !== null) {
        const inner: unknown[] = Object.values(value).slice(0, room);
        waiting.push(...inner.toReversed());
      } else if (isWord(value)) {
        const text = cut(String(value), room);
        found.push(text);
        room -= text.length + 1;
      }
    }
    if (room <= 0) break;
  }
  return found.join("\n");
}

function isWord(value: unknown): value is string | number | boolean {
  return (
    (typeof value === "string" && value !== "") ||
    typeof value === "number" ||
    typeof value === "boolean"
  );
}

/** Cuts between characters, never within one. */
function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = /[\ud800-\udbff]/.test(text.charAt(most - 1)) ? most - 1 : most;
  return text.slice(0, end);
}
