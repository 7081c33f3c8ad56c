import { MAX_RECORD_BYTES } from "./limits";

/** An item of the array: its bytes, its index, where it begins (`byte` from 0, `line` from 1). */
export type ArrayItem = { index: number; byte: number; line: number } & (
  | { kind: "item"; bytes: Uint8Array }
  /** Longer than allowed: its bytes were counted and let go. */
  | { kind: "too-long"; sizeBytes: number }
);

export type ArrayPart =
  | ArrayItem
  /** Last, once: the document without the array's items, and how many arrays stand at the path. */
  | { kind: "rest"; bytes: Uint8Array; arrays: number; whole: boolean }
  /** Last, instead of `rest`: the document without the items is longer than `maxBytes`. */
  | { kind: "rest-too-long" };

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const NEWLINE = 0x0a;

type Open = { array: boolean; key: string | null };

/**
 * Takes one array out of a JSON document item by item, so that a document of any size is read with no
 * more than one item held: the array at `path` (names of nested objects; empty for the document itself).
 * Knows structure alone: whether an item, or the rest, is JSON is for JSON.parse to say. `whole` is false
 * when the document ends before its last bracket.
 */
export async function* splitJsonArray(
  chunks: AsyncIterable<Uint8Array>,
  path: readonly string[],
  maxBytes = MAX_RECORD_BYTES,
): AsyncGenerator<ArrayPart> {
  /** The outermost containers alone, as deep as the path goes; `depth` counts all of them. */
  const open: Open[] = [];
  let depth = 0;
  const rest = createHold(maxBytes);
  let item: (Hold & { byte: number; line: number }) | null = null;
  let keyBytes: number[] | null = null;
  let inString = false;
  let escaped = false;
  let arrays = 0;
  let index = 0;
  let offset = 0;
  let line = 1;

  const inTarget = () => depth === path.length + 1 && isTarget(open, path);
  const finished = (done: NonNullable<typeof item>): ArrayItem => {
    const at = { index, byte: done.byte, line: done.line };
    const bytes = done.bytes();
    index += 1;
    return bytes === null
      ? { kind: "too-long", sizeBytes: done.sizeBytes(), ...at }
      : { kind: "item", bytes, ...at };
  };

  for await (const chunk of chunks) {
    // Bytes since `from` belong to the item, or to the rest when there is none.
    let from = 0;
    let inside = inTarget();
    const flush = (to: number) => {
      (item ?? rest).add(chunk.subarray(from, to));
      from = to;
    };
    for (let i = 0; i < chunk.length; i += 1) {
      const byte = chunk[i] ?? 0;
      if (byte === NEWLINE) line += 1;
      if (inString) {
        if (escaped) escaped = false;
        else if (byte === BACKSLASH) escaped = true;
        else if (byte === QUOTE) {
          inString = false;
          const top = open.at(-1);
          if (keyBytes !== null && top) top.key = keyOf(keyBytes);
          keyBytes = null;
          continue;
        }
        if (keyBytes !== null && keyBytes.length < 1024) keyBytes.push(byte);
        continue;
      }
      if (byte <= 0x20) {
        if (inside && item === null) {
          flush(i);
          from = i + 1;
        }
        continue;
      }
      if (inside && byte !== 0x5d && byte !== COMMA && item === null) {
        flush(i);
        item = { ...createHold(maxBytes), byte: offset + i, line };
      }
      if (byte === QUOTE) {
        inString = true;
        const top = open.at(-1);
        keyBytes =
          depth <= path.length && top !== undefined && !top.array && top.key === null ? [] : null;
      } else if (byte === 0x7b || byte === 0x5b) {
        depth += 1;
        if (depth <= path.length + 1) open.push({ array: byte === 0x5b, key: null });
        inside = inTarget();
        if (inside) arrays += 1;
      } else if (byte === 0x7d || byte === 0x5d) {
        if (inside && item !== null) {
          flush(i);
          yield finished(item);
          item = null;
        }
        if (depth <= path.length + 1) open.pop();
        depth = Math.max(0, depth - 1);
        inside = inTarget();
      } else if (byte === COMMA) {
        if (inside) {
          if (item !== null) {
            flush(i);
            yield finished(item);
            item = null;
          }
          // The comma belongs to neither; one too many goes unseen.
          flush(i);
          from = i + 1;
        } else {
          const top = depth === open.length ? open.at(-1) : undefined;
          if (top !== undefined && !top.array) top.key = null;
        }
      }
    }
    flush(chunk.length);
    offset += chunk.length;
  }
  const bytes = rest.bytes();
  if (bytes === null) yield { kind: "rest-too-long" };
  else yield { kind: "rest", bytes, arrays, whole: depth === 0 && !inString };
}

function isTarget(open: readonly Open[], path: readonly string[]): boolean {
  return open[path.length]?.array === true && path.every((key, depth) => open[depth]?.key === key);
}

function keyOf(bytes: readonly number[]): string {
  const text = new TextDecoder().decode(new Uint8Array(bytes));
  try {
    const value: unknown = JSON.parse(`"${text}"`);
    return typeof value === "string" ? value : text;
  } catch {
    return text;
  }
}

type Hold = { add(part: Uint8Array): void; bytes(): Uint8Array | null; sizeBytes(): number };

/** Gathers parts up to `maxBytes`; beyond, it counts them and holds none. */
function createHold(maxBytes: number): Hold {
  let parts: Uint8Array[] = [];
  let size = 0;
  return {
    add(part) {
      size += part.length;
      if (size > maxBytes) parts = [];
      // A copy: whoever fills the chunks may use their memory again.
      else if (part.length > 0) parts.push(part.slice());
    },
    bytes() {
      if (size > maxBytes) return null;
      const joined = new Uint8Array(size);
      let at = 0;
      for (const part of parts) {
        joined.set(part, at);
        at += part.length;
      }
      return joined;
    },
    sizeBytes: () => size,
  };
}
