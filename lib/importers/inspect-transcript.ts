import type { CallRecord, EventRecord } from "@/lib/domain/records";
import { type Attachments } from "./inspect-attachments";
import { createCallBook, toolCallsOf } from "./inspect-calls";
import { instantOf } from "./inspect-instant";
import { contentText, createPoolReader, messageKey } from "./inspect-messages";
import { createScorerSpans } from "./inspect-spans";
import { amountOf, fieldOf, isObject, type JsonObject, listOf, textOf } from "./json-value";

export type Transcript = {
  calls: CallRecord[];
  events: EventRecord[];
  /** Answers of the model, without those that a scorer asked for. */
  turns: number;
  /** The last answer of the model, as its event has it. */
  lastOutput: JsonObject | null;
  /** What the harness wrote when a limit ended the sample. */
  limitMessage: string | null;
  /** An approver ended the sample. */
  wasTerminated: boolean;
  /** Tokens that the first request sent, as its provider counted them. */
  firstRequestTokens: number | null;
};

/**
 * What happened in a sample: from its events where there are any of the model or of tools, because those
 * of sub-agents stand nowhere else, and from its messages else. What a scorer said is no part of it.
 */
export function readTranscript(sample: JsonObject, attachments: Attachments): Transcript {
  const events = eventsOf(sample);
  const tells = events.some(({ event }) => event === "model" || event === "tool");
  const reader = createReader(attachments, poolOf(sample));
  if (tells) for (const event of events) reader.event(event);
  else {
    reader.messages(listOf(sample["messages"]) ?? []);
    for (const event of events) reader.event(event);
  }
  return reader.transcript();
}

function eventsOf(sample: JsonObject): JsonObject[] {
  const list = listOf(sample["events"]) ?? listOf(fieldOf(sample, "transcript", "events")) ?? [];
  return list.filter(isObject);
}

function poolOf(sample: JsonObject): readonly unknown[] {
  return listOf(fieldOf(sample, "events_data", "messages")) ?? listOf(sample["message_pool"]) ?? [];
}

function createReader(attachments: Attachments, pool: readonly unknown[]) {
  const book = createCallBook(attachments);
  const spans = createScorerSpans();
  const unseenOf = createPoolReader(pool);
  const events: EventRecord[] = [];
  /** How often each message was handed on: a conversation may hold the same words twice. */
  const told = new Map<string, number>();
  let turns = 0;
  let lastOutput: JsonObject | null = null;
  let limitMessage: string | null = null;
  let wasTerminated = false;
  let firstRequestTokens: number | null = null;

  const tell = (message: JsonObject, at: string | undefined) => {
    const { role } = message;
    if (role === "tool") {
      answerOf(message);
      return;
    }
    if (role === "assistant") for (const call of toolCallsOf(message)) book.open(call, turns);
    const { text, thinking } = contentText(message["content"], attachments);
    events.push({
      kind: "message",
      ...(typeof role === "string" ? { role } : {}),
      text,
      ...(at === undefined ? {} : { at }),
      ...(thinking.length > 0 ? { extra: { thinking } } : {}),
    });
  };
  const answerOf = (message: JsonObject) => {
    const id = textOf(message["tool_call_id"]);
    if (id !== undefined && book.isAnswered(id)) return;
    answered({
      id,
      tool: textOf(message["function"]),
      result: message["content"],
      error: message["error"],
    });
  };
  const answered = (answer: Parameters<typeof book.answer>[0]) => {
    const call = book.answer(answer, turns);
    const made = book.calls[call];
    const result = made?.result;
    const text = typeof result === "string" ? result : JSON.stringify(result ?? made?.error ?? "");
    events.push({
      kind: "message",
      role: "tool",
      text,
      untrusted: true,
      call,
      ...(answer.at === undefined ? {} : { at: answer.at }),
    });
  };
  /** Tells the messages of a list that were not told before, counting repeats within the list. */
  const tellNew = (list: readonly unknown[], at: string | undefined) => {
    const counts = new Map<string, number>();
    for (const message of list) {
      if (!isObject(message)) continue;
      const key = messageKey(message);
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      if (count <= (told.get(key) ?? 0)) continue;
      told.set(key, count);
      tell(message, at);
    }
  };
  const modelEvent = (event: JsonObject, at: string | undefined) => {
    const input = listOf(event["input"]) ?? [];
    tellNew(input.length > 0 ? input : unseenOf(event["input_refs"]), at);
    const error = textOf(event["error"]);
    if (error !== undefined) events.push({ kind: "error", text: error, ...(at ? { at } : {}) });
    const output = isObject(event["output"]) ? event["output"] : null;
    const message = fieldOf(listOf(output?.["choices"])?.[0], "message");
    if (!output || !isObject(message)) return;
    turns += 1;
    lastOutput = output;
    firstRequestTokens ??= requestTokens(output["usage"]);
    const key = messageKey(message);
    told.set(key, (told.get(key) ?? 0) + 1);
    tell({ role: "assistant", ...message }, instantOf(event["completed"]) ?? at);
  };

  return {
    messages(list: readonly unknown[]) {
      for (const message of list) {
        if (!isObject(message)) continue;
        if (message["role"] === "assistant") turns += 1;
        tell(message, undefined);
      }
    },
    event(event: JsonObject) {
      spans.note(event);
      if (spans.isScoring(event)) return;
      const at = instantOf(event["timestamp"]);
      switch (event["event"]) {
        case "model":
          if (event["role"] !== "grader") modelEvent(event, at);
          break;
        case "tool": {
          const nested = (listOf(event["events"]) ?? []).filter(isObject);
          for (const inner of nested) this.event(inner);
          const completed = instantOf(event["completed"]) ?? at;
          answered({
            id: textOf(event["id"]),
            tool: textOf(event["function"]),
            args: event["arguments"],
            result: event["result"],
            error: event["error"],
            isPending: event["pending"] === true,
            hasFailed: event["failed"] === true,
            ...(completed === undefined ? {} : { at: completed }),
          });
          break;
        }
        case "subtask":
          for (const inner of (listOf(event["events"]) ?? []).filter(isObject)) this.event(inner);
          break;
        case "approval": {
          const call = book.decide(event, turns);
          if (event["decision"] === "terminate") wasTerminated = true;
          const who = [textOf(event["approver"]), textOf(event["decision"])].filter(Boolean);
          const why = textOf(attachments.resolve(event["explanation"]));
          events.push({
            kind: "decision",
            text: [who.join(": "), why].filter(Boolean).join(". "),
            ...(at ? { at } : {}),
            ...(call === null ? {} : { call }),
          });
          break;
        }
        case "error": {
          const text = textOf(fieldOf(event, "error", "message")) ?? "error";
          events.push({ kind: "error", text, ...(at ? { at } : {}) });
          break;
        }
        case "sample_limit": {
          limitMessage = textOf(event["message"]) ?? limitMessage;
          const text = `limit ${textOf(event["type"]) ?? "unknown"}: ${limitMessage ?? ""}`;
          events.push({ kind: "note", text, ...(at ? { at } : {}) });
          break;
        }
        default:
      }
    },
    transcript: (): Transcript => ({
      calls: book.calls,
      events,
      turns,
      lastOutput,
      limitMessage,
      wasTerminated,
      firstRequestTokens,
    }),
  };
}

/** `input_tokens` leaves out what a cache held; the request sent it all the same. */
export function requestTokens(usage: unknown): number | null {
  const read = (name: string) => amountOf(fieldOf(usage, name));
  const [input, output, total] = [
    read("input_tokens"),
    read("output_tokens"),
    read("total_tokens"),
  ];
  if (input === undefined) return null;
  const cached = (read("input_tokens_cache_read") ?? 0) + (read("input_tokens_cache_write") ?? 0);
  // Logs before 0.3.1xx of some providers counted the cached ones in; the total tells which it is.
  const sent = total === undefined ? input + cached : total - (output ?? 0);
  return Math.round(Math.max(input, sent));
}
