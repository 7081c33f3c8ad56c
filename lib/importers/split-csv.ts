import { decodeUtf8 } from "./encoding";
import { MAX_RECORD_BYTES } from "./limits";

const LF = 0x0a;
const QUOTE = 0x22;

/** A row of a table, and where it begins: `line` counts from 1, `byte` from 0. */
export type CsvRow =
  | { kind: "row"; fields: string[]; line: number; byte: number }
  /** A row that could not be read; the next one is looked for behind it. */
  | { kind: "fault"; code: string; message: string; line: number; byte: number };

/**
 * Splits a byte stream into the rows of a table with commas and double quotes (RFC 4180; LF or CRLF, the
 * last row needs no ending, empty lines are left out). A row ends at a line break before which quotes
 * come in pairs, so that no more than one row, of at most `maxBytes`, is held.
 *
 * Own code because this room may use no module of Node: the build of csv-parse for browsers reads less
 * than 1 MB/s, byte by byte, and takes only texts.
 */
export async function* splitCsv(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes = MAX_RECORD_BYTES,
): AsyncGenerator<CsvRow> {
  let parts: Uint8Array[] = [];
  let sizeBytes = 0;
  let start = { line: 1, byte: 0 };
  let line = 1;
  let quoted = false;

  const hold = (part: Uint8Array) => {
    sizeBytes += part.length;
    if (sizeBytes > maxBytes) parts = [];
    else if (part.length > 0) parts.push(part);
  };
  const finish = (): CsvRow | null => {
    const { length } = parts;
    if (length === 0 && sizeBytes === 0) return null;
    if (sizeBytes > maxBytes) {
      const message = `The row has ${sizeBytes} bytes; a record may have ${maxBytes} bytes.`;
      return { kind: "fault", code: "record-too-large", message, ...start };
    }
    return rowOf(joined(parts, sizeBytes), start);
  };

  for await (const chunk of chunks) {
    let from = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at];
      if (byte === QUOTE) quoted = !quoted;
      else if (byte === LF) {
        line += 1;
        if (quoted) continue;
        hold(chunk.subarray(from, at));
        const row = finish();
        if (row !== null) yield row;
        start = { line, byte: start.byte + sizeBytes + 1 };
        parts = [];
        sizeBytes = 0;
        from = at + 1;
      }
    }
    // A copy: whoever fills the chunks may use their memory again.
    hold(chunk.slice(from));
  }
  const last = finish();
  if (last !== null) yield last;
}

function rowOf(bytes: Uint8Array, start: { line: number; byte: number }): CsvRow | null {
  const decoded = decodeUtf8(bytes);
  if (!decoded.ok) {
    const message = "The bytes here are not UTF-8; save the file as UTF-8.";
    return { kind: "fault", code: "not-utf8", message, ...start, byte: start.byte + decoded.byte };
  }
  const text = decoded.text.replace(/\r$/, "");
  if (text === "") return null;
  const fields = fieldsOf(text);
  if (typeof fields !== "string") return { kind: "row", fields, ...start };
  return { kind: "fault", code: "not-csv", message: fields, ...start };
}

/** The fields of one row, or the sentence that says why they cannot be told apart. */
function fieldsOf(text: string): string[] | string {
  const fields: string[] = [];
  let at = 0;
  for (;;) {
    const end = text[at] === '"' ? closingQuote(text, at) : endOfPlain(text, at);
    if (end === -1) return `Field ${fields.length + 1} opens a quote that nothing closes.`;
    const field = text.slice(at, end);
    const isQuoted = field.startsWith('"');
    if (!isQuoted && field.includes('"')) {
      return `Field ${fields.length + 1} has a quote within it and does not begin with one.`;
    }
    fields.push(isQuoted ? field.slice(1, -1).replaceAll('""', '"') : field);
    if (end === text.length) return fields;
    if (text[end] !== ",") return `Field ${fields.length} goes on behind its closing quote.`;
    at = end + 1;
  }
}

function endOfPlain(text: string, at: number): number {
  const comma = text.indexOf(",", at);
  return comma === -1 ? text.length : comma;
}

/** The place behind the quote that closes the one at `at`; -1 when there is none. */
function closingQuote(text: string, at: number): number {
  for (let quote = text.indexOf('"', at + 1); quote !== -1;) {
    if (text[quote + 1] !== '"') return quote + 1;
    quote = text.indexOf('"', quote + 2);
  }
  return -1;
}

function joined(parts: readonly Uint8Array[], sizeBytes: number): Uint8Array {
  const bytes = new Uint8Array(sizeBytes);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
