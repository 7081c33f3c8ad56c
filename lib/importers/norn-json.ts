import { isObject, type JsonObject } from "./json-value";
import { parseJson } from "./parse-json";

/**
 * JSON that stands in a text column, read with the limits of any other JSON. Undefined when there is no
 * text or it is no JSON; then the text itself has to be kept.
 */
export function valueIn(text: string | null | undefined): unknown {
  if (typeof text !== "string") return undefined;
  const parsed = parseJson(new TextEncoder().encode(text), { file: "" });
  return parsed.ok ? parsed.value : undefined;
}

export function objectIn(text: string | null | undefined): JsonObject | undefined {
  const value = valueIn(text);
  return isObject(value) ? value : undefined;
}
