import { bigint, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";

/** The heads of the log that this instance signed, as signed notes (lib/integrity/checkpoint.ts). */
export const checkpoints = pgTable(
  "checkpoints",
  {
    /** How many entries the log had. */
    size: bigint("size", { mode: "number" }).notNull(),
    /** Which key signed: eight hexadecimal digits. */
    keyId: text("key_id").notNull(),
    note: text("note").notNull(),
    /** The public key, as people pass it on. */
    verifierKey: text("verifier_key").notNull(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.size, table.keyId], name: "checkpoints_pk" })],
);
