import { getTableColumns, getTableName } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type postgres from "postgres";

export type Transaction = postgres.TransactionSql;

/**
 * Writes many rows with one statement: they travel as one JSON text, which Postgres turns into rows of
 * the table. Not COPY: with postgres 3.4.9 a rejected row never settles (porsager/postgres#1173).
 *
 * A column that a row leaves out becomes NULL, not its default.
 *
 * @throws the driver's error when a row is refused; the transaction is then of no more use
 */
export async function insertRows<Table extends PgTable>(
  tx: Transaction,
  table: Table,
  rows: readonly Table["$inferInsert"][],
): Promise<void> {
  if (rows.length === 0) return;
  const name: string = getTableName(table);
  const columns = Object.entries(getTableColumns(table)).map(
    ([property, column]) => [property, column.name] as const,
  );
  const json = JSON.stringify(rows.map((row) => toJsonRow(columns, row)));
  await tx`
    insert into ${tx(name)}
    select * from json_populate_recordset(null::${tx(name)}, ${json}::text::json)`;
}

function toJsonRow(
  columns: readonly (readonly [string, string])[],
  row: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const json: Record<string, unknown> = {};
  for (const [property, column] of columns) {
    const value = row[property];
    if (value === undefined || value === null) continue;
    json[column] = value instanceof Uint8Array ? hex(value) : value;
  }
  return json;
}

function hex(bytes: Uint8Array): string {
  return `\\x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("hex")}`;
}
