import { MAX_RECORD_BYTES } from "./limits";

const LF = 0x0a;
const CR = 0x0d;

/** A line without its ending, and where it begins: `line` counts from 1, `byte` from 0. */
export type Line =
  | { kind: "line"; bytes: Uint8Array; line: number; byte: number }
  /** Longer than allowed: its bytes were counted and let go. */
  | { kind: "too-long"; sizeBytes: number; line: number; byte: number };

/**
 * Splits a byte stream into lines at LF or CRLF; the last line needs no ending. Every other byte is
 * handed on exactly as it came. At most `maxBytes` of one line are held.
 */
export async function* splitLines(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes = MAX_RECORD_BYTES,
): AsyncGenerator<Line> {
  let parts: Uint8Array[] = [];
  let sizeBytes = 0;
  let line = 1;
  let byte = 0;

  const hold = (part: Uint8Array) => {
    sizeBytes += part.length;
    // One more than allowed is held, because the last one may be the CR of the ending.
    if (sizeBytes > maxBytes + 1) parts = [];
    else if (part.length > 0) parts.push(part);
  };
  const finish = (): Line => {
    const bytes =
      sizeBytes <= maxBytes + 1 ? withoutCarriageReturn(joined(parts, sizeBytes)) : null;
    return bytes !== null && bytes.length <= maxBytes
      ? { kind: "line", bytes, line, byte }
      : { kind: "too-long", sizeBytes, line, byte };
  };

  for await (const chunk of chunks) {
    let from = 0;
    for (let at = chunk.indexOf(LF); at !== -1; at = chunk.indexOf(LF, from)) {
      hold(chunk.subarray(from, at));
      yield finish();
      byte += sizeBytes + 1;
      line += 1;
      parts = [];
      sizeBytes = 0;
      from = at + 1;
    }
    // A copy: whoever fills the chunks may use their memory again.
    hold(chunk.slice(from));
  }
  if (sizeBytes > 0) yield finish();
}

function joined(parts: readonly Uint8Array[], sizeBytes: number): Uint8Array {
  const [first] = parts;
  if (parts.length === 1 && first) return first.slice();
  const bytes = new Uint8Array(sizeBytes);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

function withoutCarriageReturn(bytes: Uint8Array): Uint8Array {
  return bytes[bytes.length - 1] === CR ? bytes.subarray(0, -1) : bytes;
}
