import type { PgColumn } from "drizzle-orm/pg-core";
import { isUuid } from "@/lib/domain/uuid";

/**
 * A value that its column cannot hold, found before Postgres saw it: `code` is the SQLSTATE that Postgres
 * would have given, 22003 for a number out of range and 22P02 for what is no such value at all.
 */
export class UnstorableValue extends Error {
  constructor(
    readonly code: "22003" | "22P02",
    column: PgColumn,
  ) {
    super(`a value of the column "${column.name}" is not one of ${column.getSQLType()}`);
  }
}

/** Puts one value, never null, behind what `out` holds: its length in bytes and its bytes. */
export type FieldWriter = (out: CopyBuffer, value: unknown) => void;

/** Bytes that grow: rows of a COPY in Postgres' binary format (its manual, "COPY", file formats). */
export class CopyBuffer {
  #bytes = Buffer.allocUnsafe(FIRST_BYTES);
  #at = 0;

  get length(): number {
    return this.#at;
  }

  /** A view, good until the next write. */
  between(from: number, to: number): Buffer {
    return this.#bytes.subarray(from, to);
  }

  /** Forgets what was written; the memory is kept for the next rows unless it is very much. */
  clear(): void {
    this.#at = 0;
    if (this.#bytes.length > MOST_KEPT_BYTES) this.#bytes = Buffer.allocUnsafe(FIRST_BYTES);
  }

  int16(value: number): void {
    this.#reserve(2);
    this.#at = this.#bytes.writeInt16BE(value, this.#at);
  }

  int32(value: number): void {
    this.#reserve(4);
    this.#at = this.#bytes.writeInt32BE(value, this.#at);
  }

  byte(value: number): void {
    this.#reserve(1);
    this.#at = this.#bytes.writeUInt8(value, this.#at);
  }

  /** A whole number that a double holds exactly, as 64 bits. */
  int64(value: number): void {
    this.#reserve(8);
    this.#at = this.#bytes.writeInt32BE(Math.floor(value / 2 ** 32), this.#at);
    this.#at = this.#bytes.writeInt32BE(value | 0, this.#at);
  }

  bigInt64(value: bigint): void {
    this.#reserve(8);
    this.#at = this.#bytes.writeBigInt64BE(value, this.#at);
  }

  double(value: number): void {
    this.#reserve(8);
    this.#at = this.#bytes.writeDoubleBE(value, this.#at);
  }

  raw(value: Uint8Array): void {
    this.#reserve(value.length);
    this.#bytes.set(value, this.#at);
    this.#at += value.length;
  }

  /** The length of the text in UTF-8, and the text. */
  text(value: string): void {
    this.#reserve(4 + value.length * 3);
    const from = this.#at + 4;
    const bytes = this.#bytes;
    let length = 0;
    // Most texts are short names in ASCII, for which a call into the runtime costs more than a loop.
    if (value.length <= MAX_BY_HAND) {
      while (length < value.length) {
        const code = value.charCodeAt(length);
        if (code > 0x7f) break;
        bytes[from + length] = code;
        length += 1;
      }
    }
    if (length < value.length) length = bytes.write(value, from, "utf8");
    bytes.writeInt32BE(length, this.#at);
    this.#at = from + length;
  }

  #reserve(more: number): void {
    const needed = this.#at + more;
    if (needed <= this.#bytes.length) return;
    const grown = Buffer.allocUnsafe(Math.max(needed, this.#bytes.length * 2));
    this.#bytes.copy(grown, 0, 0, this.#at);
    this.#bytes = grown;
  }
}

const FIRST_BYTES = 4096;
const MOST_KEPT_BYTES = 8 * 1024 * 1024;
const MAX_BY_HAND = 32;
/** 2000-01-01 UTC, from which Postgres counts microseconds. */
const POSTGRES_EPOCH_MS = 946_684_800_000;
const TEXT_OID = 25;
/** No dimension, no null, elements of the type text. */
const EMPTY_ARRAY = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, TEXT_OID]);
const MAX_INT2 = 2 ** 15 - 1;
const MAX_INT4 = 2 ** 31 - 1;

/** How the values of a column travel. Throws for a column of a type that no table of ours has. */
export function fieldWriter(column: PgColumn): FieldWriter {
  const type = column.getSQLType();
  const write = WRITERS.get(type);
  if (write === undefined) throw new Error(`no binary form is known for a column of ${type}`);
  return (out, value) => {
    if (!write(out, value)) {
      throw new UnstorableValue(typeof value === "number" ? "22003" : "22P02", column);
    }
  };
}

/** False for a value that is none of the type. */
const WRITERS = new Map<string, (out: CopyBuffer, value: unknown) => boolean>([
  ["uuid", writeUuid],
  ["text", writeText],
  ["smallint", writeSmallint],
  ["integer", writeInteger],
  ["bigint", writeBigint],
  ["double precision", writeDouble],
  ["boolean", writeBoolean],
  ["timestamp with time zone", writeInstant],
  ["bytea", writeBytes],
  ["jsonb", writeJson],
  ["text[]", writeTexts],
]);

function writeText(out: CopyBuffer, value: unknown): boolean {
  if (typeof value !== "string") return false;
  out.text(value);
  return true;
}

/** Every row of a campaign carries the same two. */
const uuids = new Map<string, Uint8Array>();

function writeUuid(out: CopyBuffer, value: unknown): boolean {
  if (typeof value !== "string") return false;
  let bytes = uuids.get(value);
  if (bytes === undefined) {
    if (!isUuid(value)) return false;
    bytes = Buffer.from(value.replaceAll("-", ""), "hex");
    if (uuids.size >= 16) uuids.clear();
    uuids.set(value, bytes);
  }
  out.int32(16);
  out.raw(bytes);
  return true;
}

function writeSmallint(out: CopyBuffer, value: unknown): boolean {
  if (typeof value !== "number" || !Number.isInteger(value)) return false;
  if (value > MAX_INT2 || value < -MAX_INT2 - 1) return false;
  out.int32(2);
  out.int16(value);
  return true;
}

function writeInteger(out: CopyBuffer, value: unknown): boolean {
  if (typeof value !== "number" || !Number.isInteger(value)) return false;
  if (value > MAX_INT4 || value < -MAX_INT4 - 1) return false;
  out.int32(4);
  out.int32(value);
  return true;
}

function writeBigint(out: CopyBuffer, value: unknown): boolean {
  if (typeof value !== "number" || !Number.isSafeInteger(value)) return false;
  out.int32(8);
  out.int64(value);
  return true;
}

/** Postgres takes NaN and infinities; no figure of ours is one. */
function writeDouble(out: CopyBuffer, value: unknown): boolean {
  if (typeof value !== "number" || !Number.isFinite(value)) return false;
  out.int32(8);
  out.double(value);
  return true;
}

function writeBoolean(out: CopyBuffer, value: unknown): boolean {
  if (typeof value !== "boolean") return false;
  out.int32(1);
  out.byte(value ? 1 : 0);
  return true;
}

function writeInstant(out: CopyBuffer, value: unknown): boolean {
  if (!(value instanceof Date) || Number.isNaN(value.getTime())) return false;
  const ms = value.getTime() - POSTGRES_EPOCH_MS;
  out.int32(8);
  if (Number.isSafeInteger(ms * 1000)) out.int64(ms * 1000);
  else out.bigInt64(BigInt(ms) * 1000n);
  return true;
}

function writeBytes(out: CopyBuffer, value: unknown): boolean {
  if (!(value instanceof Uint8Array)) return false;
  out.int32(value.length);
  out.raw(value);
  return true;
}

function writeJson(out: CopyBuffer, value: unknown): boolean {
  const json = Buffer.from(JSON.stringify(value), "utf8");
  out.int32(json.length + 1);
  // The version of the binary form of jsonb: the text follows.
  out.byte(1);
  out.raw(json);
  return true;
}

function writeTexts(out: CopyBuffer, value: unknown): boolean {
  if (!Array.isArray(value)) return false;
  const texts = value.filter((item) => typeof item === "string");
  if (texts.length !== value.length) return false;
  if (texts.length === 0) {
    out.int32(EMPTY_ARRAY.length);
    out.raw(EMPTY_ARRAY);
    return true;
  }
  const inner = new CopyBuffer();
  inner.int32(1); // dimensions
  inner.int32(0); // none is null
  inner.int32(TEXT_OID);
  inner.int32(texts.length);
  inner.int32(1); // the first one's index
  for (const text of texts) inner.text(text);
  out.int32(inner.length);
  out.raw(inner.between(0, inner.length));
  return true;
}
