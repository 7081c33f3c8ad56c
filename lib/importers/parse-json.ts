import { decodeUtf8, foreignBeginning } from "./encoding";
import type { Issue, Place } from "./importer";
import { findJsonFault } from "./json-fault";
import { MAX_DEPTH, MAX_FIELDS, MAX_STRING_LENGTH } from "./limits";

export type ParsedJson =
  | { ok: true; value: unknown; duplicateKeys: boolean }
  | { ok: false; issue: Issue };

/**
 * The one way from foreign bytes to a value, for every importer: strict UTF-8, nesting of at most
 * MAX_DEPTH, JSON.parse. `place` is where the bytes begin; an issue names the byte, line and column
 * within them, and quotes nothing of them. A NUL or a lone surrogate written as an escape is legal and
 * passes through.
 */
export function parseJson(bytes: Uint8Array, place: Place): ParsedJson {
  const start = place.byte ?? 0;
  const refuse = (code: string, message: string, byte = start, line = place.line): ParsedJson => ({
    ok: false,
    issue: {
      severity: "refused",
      code,
      message,
      place: { ...place, byte, ...(line === undefined ? {} : { line }) },
    },
  });

  const foreign = foreignBeginning(bytes);
  if (foreign !== null) {
    return refuse("not-utf8-json", `JSON in UTF-8 was expected, but this begins with ${foreign}.`);
  }
  const structure = measureStructure(bytes);
  if (structure.depth > MAX_DEPTH) {
    return refuse("too-deep", `It is nested deeper than ${MAX_DEPTH} levels.`);
  }
  const decoded = decodeUtf8(bytes);
  if (!decoded.ok) {
    return refuse(
      "not-utf8",
      "The bytes here are not UTF-8; save the file as UTF-8.",
      start + decoded.byte,
    );
  }
  let value: unknown;
  try {
    value = JSON.parse(decoded.text);
  } catch {
    return refuseFault(decoded.text, place, refuse);
  }
  const contents = measureValue(value);
  if (contents.longest > MAX_STRING_LENGTH) {
    return refuse(
      "string-too-long",
      `It holds a string of more than ${MAX_STRING_LENGTH} characters.`,
    );
  }
  if (contents.widest > MAX_FIELDS) {
    return refuse("too-many-fields", `It holds an object of more than ${MAX_FIELDS} fields.`);
  }
  return { ok: true, value, duplicateKeys: contents.keys < structure.colons };
}

function refuseFault(
  text: string,
  place: Place,
  refuse: (code: string, message: string, byte?: number, line?: number) => ParsedJson,
): ParsedJson {
  const fault = findJsonFault(text) ?? { offset: text.length, message: "it is not JSON" };
  const before = text.slice(0, fault.offset);
  const lastBreak = before.lastIndexOf("\n");
  const line = (place.line ?? 1) + before.split("\n").length - 1;
  const byte = (place.byte ?? 0) + new TextEncoder().encode(before).length;
  const column = fault.offset - lastBreak;
  return refuse("not-json", `This is not JSON: ${fault.message} (column ${column}).`, byte, line);
}

/** Nesting and the number of colons outside strings, which in JSON is the number of fields written. */
function measureStructure(bytes: Uint8Array): { depth: number; colons: number } {
  let depth = 0;
  let deepest = 0;
  let colons = 0;
  let inString = false;
  for (let i = 0; i < bytes.length; i += 1) {
    const byte = bytes[i];
    if (inString) {
      if (byte === 0x5c) i += 1;
      else if (byte === 0x22) inString = false;
    } else if (byte === 0x22) inString = true;
    else if (byte === 0x3a) colons += 1;
    else if (byte === 0x7b || byte === 0x5b) {
      depth += 1;
      if (depth > deepest) deepest = depth;
    } else if (byte === 0x7d || byte === 0x5d) depth -= 1;
  }
  return { depth: deepest, colons };
}

/** Fewer fields in the value than colons in the text: a field was written twice and the last one won. */
function measureValue(value: unknown): { keys: number; longest: number; widest: number } {
  const total = { keys: 0, longest: 0, widest: 0 };
  const visit = (node: unknown): void => {
    if (typeof node === "string") total.longest = Math.max(total.longest, node.length);
    else if (Array.isArray(node)) node.forEach(visit);
    else if (typeof node === "object" && node !== null) {
      const members: unknown[] = Object.values(node);
      total.keys += members.length;
      total.widest = Math.max(total.widest, members.length);
      members.forEach(visit);
    }
  };
  visit(value);
  return total;
}
