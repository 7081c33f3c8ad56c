import type { PgTable } from "drizzle-orm/pg-core";
import { insertRows, type Transaction } from "./insert-rows";

const BATCH_ROWS = 500;

export type PendingRows<Table extends PgTable> = {
  add(row: Table["$inferInsert"]): void;
  /** Writes what was added since the last time. */
  flush(): Promise<void>;
};

/** Rows of one table that wait to be written together. */
export function createPending<Table extends PgTable>(
  tx: Transaction,
  table: Table,
): PendingRows<Table> {
  let rows: Table["$inferInsert"][] = [];
  return {
    add(row) {
      rows.push(row);
    },
    async flush() {
      const full = rows;
      rows = [];
      for (let at = 0; at < full.length; at += BATCH_ROWS) {
        await insertRows(tx, table, full.slice(at, at + BATCH_ROWS));
      }
    },
  };
}
