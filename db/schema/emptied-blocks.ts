import { sql } from "drizzle-orm";
import { check, foreignKey, integer, pgTable, primaryKey } from "drizzle-orm/pg-core";
import { campaigns } from "./campaigns";
import { bytea, campaignScope } from "./columns";

/**
 * Of a campaign whose content was dropped, 256 episodes in a row: the digest of the rows that were derived
 * from each record, as it was sealed, which can be made of nothing any more and is a part of the leaf; and
 * the digest of what remains of those rows.
 */
export const emptiedBlocks = pgTable(
  "emptied_blocks",
  {
    ...campaignScope(),
    /** Counts from 0. */
    blockNo: integer("block_no").notNull(),
    derived: bytea("derived").notNull(),
    remains: bytea("remains").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.campaignId, table.blockNo], name: "emptied_blocks_pk" }),
    foreignKey({
      columns: [table.projectId, table.campaignId],
      foreignColumns: [campaigns.projectId, campaigns.id],
      name: "emptied_blocks_campaign",
    }).onDelete("cascade"),
    check(
      "emptied_blocks_lengths",
      sql`octet_length(${table.derived}) between 32 and 8192 and octet_length(${table.derived}) % 32 = 0 and octet_length(${table.remains}) = octet_length(${table.derived})`,
    ),
  ],
);
