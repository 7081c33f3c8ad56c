import { executionAsyncResource } from "node:async_hooks";
import { Writable } from "node:stream";
import { getTableColumns, getTableName } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { CopyBuffer, fieldWriter, type FieldWriter } from "./copy-format";
import type postgres from "postgres";

/** What travels at a time, so that Postgres works on one piece while the next is under way. */
const PIECE_BYTES = 256 * 1024;
/** "PGCOPY", four bytes that a transfer as text would damage, no flags and no header extension. */
const SIGNATURE = Buffer.from("5047434f50590aff0d0a000000000000000000", "hex");
const END_OF_ROWS = Buffer.from([0xff, 0xff]);
const NULL_FIELD = -1;

/** Rows of one table as the bytes in which they will travel: a fraction of what they are as objects. */
export class CopyRows<Table extends PgTable> {
  readonly #statement: string;
  readonly #fields: readonly (readonly [property: string, write: FieldWriter])[];
  readonly #rows = new CopyBuffer();

  constructor(table: Table) {
    const columns = Object.entries(getTableColumns(table));
    const names = columns.map(([, column]) => `"${column.name}"`).join(", ");
    this.#statement = `copy "${getTableName(table)}" (${names}) from stdin (format binary)`;
    this.#fields = columns.map(([property, column]) => [property, fieldWriter(column)]);
  }

  get bytes(): number {
    return this.#rows.length;
  }

  /** The rows between two values of `bytes`, as Postgres will send them too; good until the next `add`. */
  between(from: number, to: number): Uint8Array {
    return this.#rows.between(from, to);
  }

  /**
   * A column that the row leaves out becomes NULL, not its default.
   *
   * @throws UnstorableValue
   */
  add(row: Table["$inferInsert"]): void {
    this.#add(row);
  }

  /**
   * Writes the rows between two values of `bytes`, all of them by default. They stay here until `clear`.
   * Nothing else may use `tx`, and no row may be added, until this has settled.
   *
   * @throws the driver's error, its SQLSTATE in `code`, when Postgres refuses a row; the transaction then
   *   has to be rolled back, to a savepoint or as a whole
   */
  async write(tx: postgres.TransactionSql, from = 0, to = this.bytes): Promise<void> {
    if (to > from) await copy(tx, this.#statement, this.#rows.between(from, to));
  }

  clear(): void {
    this.#rows.clear();
  }

  #add(row: Readonly<Record<string, unknown>>): void {
    this.#rows.int16(this.#fields.length);
    for (const [property, write] of this.#fields) {
      const value = row[property];
      if (value === undefined || value === null) this.#rows.int32(NULL_FIELD);
      else write(this.#rows, value);
    }
  }
}

/**
 * In postgres 3.4.9 the stream of a COPY cannot tell that a row was refused: it forgets itself when its
 * last byte is sent, and an error that comes then goes to a promise that was resolved long ago, with the
 * stream (porsager/postgres issue 1173). So the query's own two callbacks are taken over here: the driver
 * calls one when Postgres is ready again, the other when Postgres refused or the connection broke. Its
 * version is pinned, and copy-rows.db.test.ts fails with one that does otherwise.
 */
function copy(tx: postgres.TransactionSql, statement: string, rows: Buffer): Promise<void> {
  const query = tx.unsafe(statement);
  return new Promise((resolve, reject) => {
    Reflect.set(query, "reject", reject);
    Reflect.set(query, "resolve", (value: unknown) => {
      if (!(value instanceof Writable)) return resolve();
      sendAtOnce();
      send(value, rows).catch(reject);
    });
    void query.execute();
  });
}

async function send(stream: Writable, rows: Buffer): Promise<void> {
  // The driver destroys the stream when Postgres refuses in the middle; the query tells why.
  stream.on("error", () => {});
  await passOn(stream, SIGNATURE);
  for (let at = 0; at < rows.length && !stream.destroyed; at += PIECE_BYTES) {
    await passOn(stream, rows.subarray(at, at + PIECE_BYTES));
  }
  if (stream.destroyed) return;
  await passOn(stream, END_OF_ROWS);
  // Destroying, as a stream is at its end, would send Postgres a failure, which could meet the next COPY.
  Reflect.set(stream, "destroy", () => stream);
  stream.end();
}

/**
 * Nagle's algorithm holds the end of a COPY back until Postgres acknowledges the rows before it, which it
 * does after 40 ms: most of the time of a small import. The driver turns it off for no socket and hands out
 * none. It calls `resolve` while it reads from one, though, and that is the resource of the moment. Should
 * another version of Node or of the driver do otherwise, a COPY is slower and nothing else.
 */
function sendAtOnce(): void {
  const handle = executionAsyncResource();
  if ("setNoDelay" in handle && typeof handle.setNoDelay === "function")
    Reflect.apply(handle.setNoDelay, handle, [true]);
}

/** Resolves when the bytes left this process, or when nobody wants them any more. */
function passOn(stream: Writable, bytes: Buffer): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      stream.off("close", done);
      resolve();
    };
    stream.once("close", done);
    stream.write(bytes, done);
  });
}
