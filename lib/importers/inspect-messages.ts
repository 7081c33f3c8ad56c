import type { Attachments } from "./inspect-attachments";
import { isObject, type JsonObject, listOf, textOf } from "./json-value";

export type MessageText = { text: string; thinking: string[] };

/**
 * The text of a message or a tool's result: a text, or a list of parts. Parts that are no text (images in
 * base64 and the like) leave only their kind, because the source file keeps them.
 */
export function contentText(content: unknown, attachments: Attachments): MessageText {
  const thinking: string[] = [];
  if (typeof content === "string") return { text: String(attachments.resolve(content)), thinking };
  const parts = listOf(content) ?? (isObject(content) ? [content] : []);
  const texts = parts.flatMap((part) => {
    if (typeof part === "string") return [String(attachments.resolve(part))];
    if (!isObject(part)) return [];
    if (part["type"] === "text") return [String(attachments.resolve(part["text"] ?? ""))];
    if (part["type"] === "reasoning") {
      thinking.push(String(attachments.resolve(part["reasoning"] ?? "")));
      return [];
    }
    return [`[${textOf(part["type"]) ?? "part"}]`];
  });
  return { text: texts.join("\n"), thinking };
}

/** True when the list is one of content parts, as a tool may give as its result. */
export function isContent(value: unknown): boolean {
  const parts = listOf(value);
  return parts !== undefined && parts.every((part) => isObject(part) && "type" in part);
}

/**
 * What two copies of one message have in common: its id, or all that was said where logs have no ids.
 */
export function messageKey(message: JsonObject): string {
  const id = textOf(message["id"]);
  if (id !== undefined) return `id ${id}`;
  const { role, content, tool_calls: calls, tool_call_id: call } = message;
  return JSON.stringify([role, content, calls, call]);
}

/**
 * The items that half-open ranges [start, end) of a pool name, in their order, each pool index once: a
 * conversation is repeated in every request, and only what is new in it is asked for here. `seen` holds,
 * for each index, the next one that is not yet handed on, so that repeats cost nothing.
 */
export function createPoolReader(pool: readonly unknown[]): (refs: unknown) => unknown[] {
  const next = new Map<number, number>();
  const firstUnseen = (from: number): number => {
    const path: number[] = [];
    let at = from;
    for (let to = next.get(at); to !== undefined; to = next.get(at)) {
      path.push(at);
      at = to;
    }
    for (const step of path) next.set(step, at);
    return at;
  };
  return (refs) => {
    const found: unknown[] = [];
    for (const range of listOf(refs) ?? []) {
      const [start, end] = listOf(range) ?? [];
      if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end)) continue;
      const stop = Math.min(Number(end), pool.length);
      for (let at = firstUnseen(Math.max(0, Number(start))); at < stop; at = firstUnseen(at)) {
        found.push(pool[at]);
        next.set(at, at + 1);
      }
    }
    return found;
  };
}
