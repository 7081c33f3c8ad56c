import type { PgTable } from "drizzle-orm/pg-core";
import { CopyRows } from "./copy-rows";
import type { Transaction } from "./insert-rows";

export type PendingRows<Table extends PgTable> = {
  /** @throws UnstorableValue */
  add(row: Table["$inferInsert"]): void;
  /** Writes what was added since the last time. */
  flush(): Promise<void>;
};

/** Rows of one table that wait to be written together. */
export function createPending<Table extends PgTable>(
  tx: Transaction,
  table: Table,
): PendingRows<Table> {
  const rows = new CopyRows(table);
  return {
    add: (row) => rows.add(row),
    async flush() {
      await rows.write(tx);
      rows.clear();
    },
  };
}
