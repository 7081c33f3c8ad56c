const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
/** Most strings end within this; beyond, the platform's search is faster than a loop. */
const NEAR = 48;

/** A value's place in the bytes of a JSON text: `from` up to, not including, `to`. */
export type Span = { from: number; to: number };

/**
 * The end of the value that begins at `at`: nothing is built, and nesting costs no stack. Of bytes that are
 * no JSON it gives some end, never beyond their length and never before `at + 1`.
 */
export function valueEnd(bytes: Uint8Array, at: number): number {
  const first = bytes[at];
  if (first === QUOTE) return stringEnd(bytes, at);
  if (first !== 0x7b && first !== 0x5b) return scalarEnd(bytes, at);
  let depth = 0;
  let i = at;
  while (i < bytes.length) {
    const byte = bytes[i] ?? 0;
    if (byte === QUOTE) {
      i = stringEnd(bytes, i);
      continue;
    }
    i += 1;
    if (byte === 0x7b || byte === 0x5b) depth += 1;
    else if (byte === 0x7d || byte === 0x5d) {
      depth -= 1;
      if (depth === 0) return i;
    }
  }
  return bytes.length;
}

/** Behind the quote that ends the string which begins at `at`. */
export function stringEnd(bytes: Uint8Array, at: number): number {
  let i = at + 1;
  const near = Math.min(bytes.length, i + NEAR);
  while (i < near) {
    const byte = bytes[i];
    if (byte === QUOTE) return i + 1;
    i += byte === BACKSLASH ? 2 : 1;
  }
  for (;;) {
    const quote = bytes.indexOf(QUOTE, i);
    if (quote < 0) return bytes.length;
    let slashes = 0;
    while (quote - 1 - slashes >= i && bytes[quote - 1 - slashes] === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return quote + 1;
    i = quote + 1;
  }
}

/**
 * Visits the fields of the object that begins at `at`; returns its end, -1 when it is no whole object. The
 * visitor is told where the value begins and returns its end, so that what it read is not read again.
 */
export function eachField(
  bytes: Uint8Array,
  at: number,
  visit: (key: Span, from: number) => number,
): number {
  if (bytes[at] !== 0x7b) return -1;
  let i = skipBlank(bytes, at + 1);
  while (i < bytes.length && bytes[i] !== 0x7d) {
    if (bytes[i] !== QUOTE) return -1;
    const key = { from: i + 1, to: stringEnd(bytes, i) - 1 };
    i = skipBlank(bytes, key.to + 1);
    if (bytes[i] !== COLON) return -1;
    const from = skipBlank(bytes, i + 1);
    i = skipComma(bytes, Math.max(from + 1, visit(key, from)));
  }
  return i < bytes.length ? i + 1 : -1;
}

/** Visits the items of the array at `at` as `eachField` does fields; -1 when it is no whole array. */
export function eachItem(bytes: Uint8Array, at: number, visit: (from: number) => number): number {
  if (bytes[at] !== 0x5b) return -1;
  let i = skipBlank(bytes, at + 1);
  while (i < bytes.length && bytes[i] !== 0x5d) {
    i = skipComma(bytes, Math.max(i + 1, visit(i)));
  }
  return i < bytes.length ? i + 1 : -1;
}

/** Whether a key reads as `name`, an ASCII word; a key with escapes is decoded first. */
export function keyIs(bytes: Uint8Array, key: Span, name: string): boolean {
  const length = key.to - key.from;
  if (length < name.length) return false;
  if (length === name.length) {
    for (let i = 0; i < length; i += 1)
      if (bytes[key.from + i] !== name.charCodeAt(i)) return false;
    return true;
  }
  if (length > name.length * 6) return false;
  // Within the key alone: a search in all the bytes would read them once for every key.
  for (let i = key.from; i < key.to; i += 1)
    if (bytes[i] === BACKSLASH) return parsed(bytes, quoted(key)) === name;
  return false;
}

/** The span of a string's content with its quotes. */
export function quoted({ from, to }: Span): Span {
  return { from: from - 1, to: to + 1 };
}

/** The value of a span; undefined when its bytes are no JSON. */
export function parsed(bytes: Uint8Array, { from, to }: Span): unknown {
  try {
    return JSON.parse(utf8(bytes, from, to));
  } catch {
    return undefined;
  }
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

export function utf8(bytes: Uint8Array, from: number, to: number): string {
  return decoder.decode(bytes.subarray(from, to));
}

export function skipBlank(bytes: Uint8Array, at: number): number {
  let i = at;
  while (i < bytes.length && (bytes[i] ?? 0) <= 0x20) i += 1;
  return i;
}

function skipComma(bytes: Uint8Array, at: number): number {
  const i = skipBlank(bytes, at);
  return bytes[i] === 0x2c ? skipBlank(bytes, i + 1) : i;
}

function scalarEnd(bytes: Uint8Array, at: number): number {
  let i = at + 1;
  for (; i < bytes.length; i += 1) {
    const byte = bytes[i] ?? 0;
    if (byte <= 0x20 || byte === 0x2c || byte === 0x5d || byte === 0x7d) break;
  }
  return i;
}
