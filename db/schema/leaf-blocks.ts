import { sql } from "drizzle-orm";
import { check, foreignKey, integer, pgTable, primaryKey } from "drizzle-orm/pg-core";
import { campaigns } from "./campaigns";
import { bytea, campaignScope } from "./columns";

/**
 * The leaves of a campaign's tree (lib/integrity/leaf.ts), 256 in a row and 32 bytes each: the leaf of
 * episode `seq` is number `seq - 1`. A row an episode would cost an import ten times as much. `root` is
 * that of the block's own leaves, so that a proof reads one block and the roots of the others.
 */
export const leafBlocks = pgTable(
  "leaf_blocks",
  {
    ...campaignScope(),
    /** Counts from 0. */
    blockNo: integer("block_no").notNull(),
    leaves: bytea("leaves").notNull(),
    root: bytea("root").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.campaignId, table.blockNo], name: "leaf_blocks_pk" }),
    foreignKey({
      columns: [table.projectId, table.campaignId],
      foreignColumns: [campaigns.projectId, campaigns.id],
      name: "leaf_blocks_campaign",
    }).onDelete("cascade"),
    check(
      "leaf_blocks_lengths",
      sql`octet_length(${table.leaves}) between 32 and 8192 and octet_length(${table.leaves}) % 32 = 0 and octet_length(${table.root}) = 32`,
    ),
  ],
);
