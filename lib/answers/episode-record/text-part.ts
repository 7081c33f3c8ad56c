import type { TextPart } from "@/lib/domain/episode-steps";
import { type Span, utf8 } from "./json-bytes";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** A JSON value is laid out on one line up to this many characters. */
const ONE_LINE = 90;
/** An escape of six bytes, `\u202e`, and of a pair of them. */
const ESCAPE = 6;

/**
 * The part of a recorded value that begins at byte `from` of it, about `most` bytes long: a string is read
 * as its characters, anything else as JSON. Nothing else of the value is decoded, so that a part of 32 MiB
 * costs what the part costs. Characters and escapes are never torn apart, wherever `from` points.
 */
export function textPart(bytes: Uint8Array, value: Span, from: number, most: number): TextPart {
  const isText = bytes[value.from] === QUOTE;
  const content = isText ? { from: value.from + 1, to: value.to - 1 } : value;
  const length = content.to - content.from;
  if (!isText && length <= most) return whole(bytes, content);
  const asked = Math.max(0, Math.min(Math.trunc(from) || 0, length));
  const start = boundary(bytes, content, content.from + asked, isText);
  const end = boundary(bytes, content, Math.min(content.to, start + Math.max(most, 16)), isText);
  const text = utf8(bytes, start, end);
  return {
    text: isText ? unescaped(text) : text,
    form: isText ? "text" : "json",
    from: start - content.from,
    to: end - content.from,
    bytes: length,
  };
}

/** A part of bytes that are shown as they are, a record's. */
export function bytesPart(bytes: Uint8Array, from: number, most: number): TextPart {
  const all = { from: 0, to: bytes.length };
  const asked = Math.max(0, Math.min(Math.trunc(from) || 0, bytes.length));
  const start = boundary(bytes, all, asked, false);
  const end = boundary(bytes, all, Math.min(bytes.length, start + Math.max(most, 16)), false);
  return { text: utf8(bytes, start, end), form: "json", from: start, to: end, bytes: bytes.length };
}

function whole(bytes: Uint8Array, content: Span): TextPart {
  const stored = utf8(bytes, content.from, content.to);
  const length = content.to - content.from;
  return { text: laidOut(stored), form: "json", from: 0, to: length, bytes: length };
}

/** JSON with its nesting shown; as it is stored where it is nested too deeply for that, or is no JSON. */
function laidOut(stored: string): string {
  try {
    const value: unknown = JSON.parse(stored);
    const line = JSON.stringify(value);
    return line.length <= ONE_LINE ? line : JSON.stringify(value, null, 2);
  } catch {
    return stored;
  }
}

function unescaped(text: string): string {
  try {
    const value: unknown = JSON.parse(`"${text}"`);
    return typeof value === "string" ? value : text;
  } catch {
    return text;
  }
}

/** `at`, moved back to where no character of UTF-8, no escape and no pair of escapes is torn apart. */
function boundary(bytes: Uint8Array, content: Span, at: number, escapes: boolean): number {
  if (at >= content.to) return content.to;
  let i = at;
  while (i > content.from && ((bytes[i] ?? 0) & 0xc0) === 0x80) i -= 1;
  if (!escapes) return i;
  i = escapeStart(bytes, content, i);
  const low = escapeAt(bytes, i);
  const before = escapeStart(bytes, content, i - 1);
  const high = before === i - ESCAPE ? escapeAt(bytes, before) : -1;
  return low >= 0xdc00 && low <= 0xdfff && high >= 0xd800 && high <= 0xdbff ? before : i;
}

/** The start of the escape that byte `at` is inside of; `at` itself when it is in none. */
function escapeStart(bytes: Uint8Array, content: Span, at: number): number {
  for (let start = at - 1; start >= Math.max(content.from, at - ESCAPE + 1); start -= 1) {
    if (bytes[start] !== BACKSLASH || !beginsEscape(bytes, content, start)) continue;
    const size = bytes[start + 1] === 0x75 ? ESCAPE : 2;
    return start + size > at ? start : at;
  }
  return at;
}

/** Whether this backslash is the first byte of an escape: an even number of them stands before it. */
function beginsEscape(bytes: Uint8Array, content: Span, at: number): boolean {
  let slashes = 0;
  while (at - 1 - slashes >= content.from && bytes[at - 1 - slashes] === BACKSLASH) slashes += 1;
  return slashes % 2 === 0;
}

/** The code unit that a \u escape at `at` stands for; -1 when there is none. */
function escapeAt(bytes: Uint8Array, at: number): number {
  if (bytes[at] !== BACKSLASH || bytes[at + 1] !== 0x75) return -1;
  const code = Number.parseInt(utf8(bytes, at + 2, at + ESCAPE), 16);
  return Number.isNaN(code) ? -1 : code;
}
