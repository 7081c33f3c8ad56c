import type { PgTable } from "drizzle-orm/pg-core";
import type postgres from "postgres";
import { CopyRows } from "./copy-rows";

export type Transaction = postgres.TransactionSql;

/**
 * Writes rows that are all there already. A column that a row leaves out becomes NULL, not its default.
 *
 * @throws UnstorableValue, or the driver's error when Postgres refuses a row: the transaction is then of
 *   no more use, unless it is rolled back to a savepoint
 */
export async function insertRows<Table extends PgTable>(
  tx: Transaction,
  table: Table,
  rows: readonly Table["$inferInsert"][],
): Promise<void> {
  const copy = new CopyRows(table);
  for (const row of rows) copy.add(row);
  await copy.write(tx);
}
