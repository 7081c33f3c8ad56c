import type { CallRecord } from "@/lib/domain/records";
import { fieldOf, isObject, listOf, textOf } from "./json-value";
import type { PromptfooRow } from "./promptfoo-row";

export type Output = {
  /** What the provider answered, JSON where it is no text. */
  text: string;
  /** Nothing at all came back: no word and no call of a tool. */
  empty: boolean;
  calls: CallRecord[];
};

/** Statuses by which providers say that a call ran. */
const RAN = /^(?:ok|success|succeeded|successful|completed?|done)$/i;

/**
 * The answer of a row. Tool calls are no concept of promptfoo: they stand in `metadata.toolCalls`, or the
 * output itself is a list of them (Gemini's `functionCall`, OpenAI's `tool_calls`), as JSON or as a text of
 * JSON. A call counts as executed only where its status or its result says so: an output that asks for a
 * call shows that the model wanted it, not that it ran.
 */
export function outputOf(row: PromptfooRow): Output {
  const output: unknown = row.response?.output;
  const text = typeof output === "string" ? output : written(output);
  const listed =
    listOf(fieldOf(row.response?.metadata, "toolCalls")) ??
    listOf(fieldOf(row.metadata, "toolCalls")) ??
    askedFor(typeof output === "string" ? parsed(output) : output);
  const calls = listed.flatMap(callOf);
  return { text, empty: calls.length === 0 && isEmpty(output), calls };
}

function written(output: unknown): string {
  return output === undefined || output === null ? "" : (JSON.stringify(output) ?? "");
}

function isEmpty(output: unknown): boolean {
  if (typeof output === "string") return output.trim() === "";
  if (Array.isArray(output)) return output.every(isEmpty);
  if (isObject(output)) return Object.keys(output).length === 0;
  return output === undefined || output === null;
}

/** JSON of an object or a list within a text; any other text is no call. */
function parsed(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function askedFor(output: unknown): readonly unknown[] {
  const list = listOf(output) ?? listOf(fieldOf(output, "tool_calls")) ?? [output];
  return list.filter((item) => isObject(item) && (call(item) !== undefined || named(item)));
}

/** A bare `{name, args}` is a call only where it says of itself that it is one. */
function named(item: unknown): boolean {
  const type = fieldOf(item, "type");
  return type === "tool_use" || type === "function_call" || type === "tool_call";
}

function call(item: unknown): unknown {
  const inner = [fieldOf(item, "functionCall"), fieldOf(item, "function")];
  return inner.find((found) => textOf(fieldOf(found, "name")) !== undefined);
}

function callOf(item: unknown): CallRecord[] {
  const inner = call(item) ?? item;
  const tool = textOf(fieldOf(inner, "name"));
  if (tool === undefined) return [];
  const args = ["args", "arguments", "input"].map((name) => fieldOf(inner, name));
  const given = args.find((found) => found !== undefined);
  const status = textOf(fieldOf(item, "status"));
  const result = fieldOf(item, "result") ?? fieldOf(item, "output");
  const error = textOf(fieldOf(item, "error"));
  return [
    {
      tool,
      ...(given === undefined
        ? {}
        : { args: typeof given === "string" ? (parsed(given) ?? given) : given }),
      executed: (status !== undefined && RAN.test(status)) || result !== undefined,
      ...(result === undefined ? {} : { result }),
      ...(error === undefined ? {} : { error }),
      extra: { id: fieldOf(item, "id") ?? null, ...(status === undefined ? {} : { status }) },
    },
  ];
}
