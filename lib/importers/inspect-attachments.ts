import { MAX_RECORD_BYTES } from "./limits";
import { isObject, type JsonObject } from "./json-value";

/** A text that stands elsewhere in the sample; `tc` is how logs of 2024 wrote it. */
const REFERENCE = /^(?:attachment|tc):\/\/(.+)$/;

export type Attachments = {
  /** The value with its references replaced by their texts, at any depth; a new value where any was. */
  resolve(value: unknown): unknown;
  /** References that were left as they stand, because the sample does not hold their text. */
  missing(): number;
  /** True once texts were left out, because they would make the record larger than a record may be. */
  isOverfull(): boolean;
};

/**
 * The attachments of one sample (inspect.md, containers). A text that is itself a reference stays one, and
 * no more than MAX_RECORD_BYTES of text are filled in, however often a reference is repeated.
 */
export function attachmentsOf(sample: JsonObject): Attachments {
  const transcript = isObject(sample["transcript"]) ? sample["transcript"] : {};
  const texts = new Map<string, string>();
  for (const held of [transcript["content"], sample["attachments"]]) {
    if (!isObject(held)) continue;
    for (const [key, text] of Object.entries(held)) {
      if (typeof text === "string") texts.set(key, text);
    }
  }
  let room = MAX_RECORD_BYTES;
  let missing = 0;
  let overfull = false;

  const textFor = (reference: string): string => {
    const key = REFERENCE.exec(reference)?.[1];
    if (key === undefined) return reference;
    const text = texts.get(key);
    if (text === undefined) missing += 1;
    else if (text.length > room) overfull = true;
    else {
      room -= text.length;
      return text;
    }
    return reference;
  };
  const resolve = (value: unknown): unknown => {
    if (typeof value === "string") return textFor(value);
    if (Array.isArray(value)) return value.map(resolve);
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, resolve(part)]));
  };
  return { resolve, missing: () => missing, isOverfull: () => overfull };
}
