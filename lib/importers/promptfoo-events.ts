import type { EventRecord } from "@/lib/domain/records";
import { fieldOf, isObject, listOf, textOf } from "./json-value";
import type { Output } from "./promptfoo-output";
import type { PromptfooRow } from "./promptfoo-row";

/**
 * What was said, in order. A strategy of several turns keeps the conversation in its metadata (`messages`,
 * else `redteamHistory`); any other row is its prompt and its answer. Then the guardrail's word and the
 * error, where there are any.
 */
export function eventsOf(row: PromptfooRow, output: Output): EventRecord[] {
  const conversation = messagesOf(row) ?? historyOf(row);
  const events = conversation ?? [
    ...said("user", written(row.prompt?.raw)),
    ...(row.response === null || row.response === undefined || row.failureReason === 2
      ? said("assistant", output.text === "" ? undefined : output.text)
      : said("assistant", output.text)),
  ];
  const guardrails = fieldOf(row.response, "guardrails");
  if (isObject(guardrails)) {
    events.push({ kind: "decision", text: JSON.stringify(guardrails) });
  }
  // `error` repeats the assertion's reason when one failed; an error is what stands there otherwise.
  const error = row.failureReason === 1 ? undefined : textOf(row.error);
  if (error !== undefined) events.push({ kind: "error", text: error });
  return events;
}

function messagesOf(row: PromptfooRow): EventRecord[] | null {
  const messages = listOf(fieldOf(row.metadata, "messages"));
  const events = messages?.flatMap((message) =>
    said(textOf(fieldOf(message, "role")) ?? "", written(fieldOf(message, "content"))),
  );
  return events !== undefined && events.length > 0 ? events : null;
}

function historyOf(row: PromptfooRow): EventRecord[] | null {
  const turns = listOf(fieldOf(row.metadata, "redteamHistory"));
  const events = turns?.flatMap((turn) => [
    ...said("user", written(fieldOf(turn, "prompt"))),
    ...said("assistant", written(fieldOf(turn, "output"))),
  ]);
  return events !== undefined && events.length > 0 ? events : null;
}

function said(role: string, text: string | undefined): EventRecord[] {
  if (text === undefined) return [];
  return [{ kind: "message", ...(role === "" ? {} : { role }), text }];
}

function written(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === "string" ? value : JSON.stringify(value);
}
