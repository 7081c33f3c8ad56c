import type { Place } from "./importer";
import { parseJson, type ParsedJson } from "./parse-json";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const NULL = [0x6e, 0x75, 0x6c, 0x6c];
/** What Python writes for numbers that JSON has no word for. */
const WORDS = ["NaN", "-Infinity", "Infinity"].map((word) => [...new TextEncoder().encode(word)]);
const FIRST_BYTES = new Set(WORDS.map((word) => word[0]));

export type TolerantJson = { parsed: ParsedJson; nonFinite: number };

/**
 * Like parseJson, with NaN, Infinity and -Infinity outside of strings read as null, and counted: a score
 * that is none of the numbers was not given (inspect.md, traps).
 */
export function parseTolerantJson(bytes: Uint8Array, place: Place): TolerantJson {
  const { bytes: plain, count } = withoutNonFinite(bytes);
  return { parsed: parseJson(plain, place), nonFinite: count };
}

/** The same bytes when there is nothing to replace, which is the usual case. */
export function withoutNonFinite(bytes: Uint8Array): { bytes: Uint8Array; count: number } {
  let count = 0;
  let length = bytes.length;
  eachWord(bytes, (_at, wordLength) => {
    count += 1;
    length += NULL.length - wordLength;
  });
  if (count === 0) return { bytes, count };

  const plain = new Uint8Array(length);
  let from = 0;
  let to = 0;
  eachWord(bytes, (at, wordLength) => {
    plain.set(bytes.subarray(from, at), to);
    to += at - from;
    plain.set(NULL, to);
    to += NULL.length;
    from = at + wordLength;
  });
  plain.set(bytes.subarray(from), to);
  return { bytes: plain, count };
}

/** Calls `found` for each of the words that stands outside of a string. */
function eachWord(bytes: Uint8Array, found: (at: number, length: number) => void): void {
  for (let i = 0; i < bytes.length; i += 1) {
    const byte = bytes[i];
    if (byte === QUOTE) i = endOfString(bytes, i);
    else if (FIRST_BYTES.has(byte)) {
      const word = WORDS.find((candidate) => candidate.every((b, at) => bytes[i + at] === b));
      if (word === undefined) continue;
      found(i, word.length);
      i += word.length - 1;
    }
  }
}

/** Where the string that begins at `start` ends: its closing quote, or the end of the bytes. */
function endOfString(bytes: Uint8Array, start: number): number {
  for (let i = start + 1; i < bytes.length; i += 1) {
    const byte = bytes[i];
    if (byte === BACKSLASH) i += 1;
    else if (byte === QUOTE) return i;
  }
  return bytes.length;
}
