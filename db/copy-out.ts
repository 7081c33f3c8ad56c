import type { Readable } from "node:stream";
import type postgres from "postgres";

/** A row as Postgres sends it in its binary form: the number of fields, then each with its length. */
export type BinaryRow = Buffer;

/** Signature, flags and the length of an extension, which is never there. */
const HEAD_BYTES = 19;

/**
 * The rows of a query in the binary form of COPY (Postgres' manual, "COPY", file formats), as they come,
 * some at a time: nothing is parsed by Postgres, the driver or here, and the bytes are those that a COPY
 * in wrote. Read to the end or not, the connection stays usable.
 *
 * @param query without parameters, since COPY takes none: names and numbers of ours only
 */
export async function* copyOut(
  tx: postgres.TransactionSql,
  query: string,
): AsyncGenerator<BinaryRow[]> {
  const stream: Readable = await tx.unsafe(`copy (${query}) to stdout (format binary)`).readable();
  try {
    yield* rowsOf(stream);
  } finally {
    await release(stream);
  }
}

/** All rows at once, for what is small. */
export async function copyOutAll(tx: postgres.TransactionSql, query: string): Promise<BinaryRow[]> {
  const all: BinaryRow[] = [];
  for await (const rows of copyOut(tx, query)) all.push(...rows);
  return all;
}

/**
 * The driver (postgres 3.4.9) pauses its socket when the stream is full and opens it again when somebody
 * reads on; at the end nobody does, so that a copy whose last bytes filled the stream would leave the
 * connection paused for good. What is left is read away, and the socket opened once more.
 */
async function release(stream: Readable): Promise<void> {
  if (!stream.readableEnded && !stream.destroyed)
    await new Promise<void>((resolve) => {
      stream.once("end", resolve).once("close", resolve).once("error", resolve);
      stream.resume();
    });
  const open: unknown = Reflect.get(stream, "_read");
  if (typeof open === "function") Reflect.apply(open, stream, [0]);
}

async function* rowsOf(stream: AsyncIterable<Buffer>): AsyncGenerator<BinaryRow[]> {
  let parts: Buffer[] = [];
  let have = 0;
  let need = HEAD_BYTES + 2;
  let headIsRead = false;
  for await (const part of stream) {
    parts.push(part);
    have += part.length;
    if (have < need) continue;
    const bytes = parts.length === 1 ? part : Buffer.concat(parts);
    const rows: BinaryRow[] = [];
    let at = headIsRead ? 0 : HEAD_BYTES;
    headIsRead = true;
    for (;;) {
      const end = endOfRow(bytes, at);
      if (end > bytes.length) {
        need = end - at;
        break;
      }
      rows.push(bytes.subarray(at, end));
      at = end;
    }
    parts = [bytes.subarray(at)];
    have = bytes.length - at;
    if (rows.length > 0) yield rows;
  }
  if (need !== Number.POSITIVE_INFINITY) throw new Error("a copy out ended before its last row");
}

/** Where the row ends; beyond the bytes when it is not all there, at least as far as can be told. */
function endOfRow(bytes: Buffer, from: number): number {
  if (from + 2 > bytes.length) return from + 2;
  const fields = bytes.readInt16BE(from);
  if (fields < 0) return Number.POSITIVE_INFINITY; // the end of all rows
  let at = from + 2;
  for (let no = 0; no < fields; no += 1) {
    if (at + 4 > bytes.length) return at + 4;
    at += 4 + Math.max(0, bytes.readInt32BE(at));
    if (at > bytes.length) return at;
  }
  return at;
}

/** One field of a row, or null: where it begins and ends. */
export function fieldOf(row: BinaryRow, no: number): Buffer | null {
  let at = 2;
  for (let before = 0; before < no; before += 1) at += 4 + Math.max(0, row.readInt32BE(at));
  const length = row.readInt32BE(at);
  return length < 0 ? null : row.subarray(at + 4, at + 4 + length);
}

/** What stands behind a field. */
export function behindField(row: BinaryRow, no: number): Buffer {
  let at = 2;
  for (let before = 0; before <= no; before += 1) at += 4 + Math.max(0, row.readInt32BE(at));
  return row.subarray(at);
}

/** The same row with NULL in the place of a field: as Postgres would send it. */
export function withNull(row: BinaryRow, no: number): BinaryRow {
  const field = fieldOf(row, no);
  if (field === null) return row;
  const rest = behindField(row, no);
  const before = row.subarray(0, row.length - rest.length - field.length - 4);
  return Buffer.concat([before, NULL_FIELD, rest]);
}

/** The length of what is not there. */
const NULL_FIELD = Buffer.from([0xff, 0xff, 0xff, 0xff]);
