import { sql } from "drizzle-orm";
import { bigint, check, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { bytea, oneOf } from "./columns";

/**
 * `opened` is the first entry: it names the log, and the campaigns that were there before it. `emptied`: the
 * content of a campaign was dropped.
 */
export const LOG_ENTRY_KINDS = ["opened", "sealed", "deleted", "emptied"] as const;
export type LogEntryKind = (typeof LOG_ENTRY_KINDS)[number];

/**
 * The log of this instance: what was sealed, emptied and deleted, in the order of the commits, without
 * gaps. The database writes it (drizzle/0006_seal_rules.sql), in the transaction that it is about. Its tree is
 * what checkpoints sign.
 */
export const logEntries = pgTable(
  "log_entries",
  {
    /** Counts from 0. */
    idx: bigint("idx", { mode: "number" }).primaryKey(),
    kind: text("kind").$type<LogEntryKind>().notNull(),
    campaignId: uuid("campaign_id"),
    /** Canonical JSON. */
    body: text("body").notNull(),
    /** SHA-256 of a byte 0x00 and the body. */
    leaf: bytea("leaf").notNull(),
  },
  (table) => [
    index("log_entries_by_campaign").on(table.campaignId),
    check("log_entries_kind_known", oneOf(table.kind, LOG_ENTRY_KINDS)),
    check(
      "log_entries_leaf",
      sql`${table.leaf} = sha256('\\x00'::bytea || convert_to(${table.body}, 'UTF8'))`,
    ),
  ],
);
