import { sql } from "drizzle-orm";
import {
  bigint,
  check,
  foreignKey,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from "drizzle-orm/pg-core";
import { campaigns } from "./campaigns";
import { campaignScope } from "./columns";

/**
 * That the content of a campaign was dropped: the bytes and texts of its records, and its source files.
 * Written by `drop_content` alone (drizzle/0011_retention_rules.sql), which drops them, and told of in the log.
 */
export const contentDrops = pgTable(
  "content_drops",
  {
    ...campaignScope(),
    droppedAt: timestamp("dropped_at", { withTimezone: true }).notNull().defaultNow(),
    /** Who did it, by name. */
    droppedBy: text("dropped_by").notNull(),
    /** Why, in their words. */
    reason: text("reason").notNull(),
    /** How many episodes' records, and how many bytes they and the campaign's own had. */
    records: integer("records").notNull(),
    bytes: bigint("bytes", { mode: "number" }).notNull(),
    /** Canonical JSON: what everything else that is stored of the campaign is the digest of. */
    remains: text("remains").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.campaignId], name: "content_drops_pk" }),
    foreignKey({
      columns: [table.projectId, table.campaignId],
      foreignColumns: [campaigns.projectId, campaigns.id],
      name: "content_drops_campaign",
    }).onDelete("cascade"),
    check("content_drops_reason", sql`length(${table.reason}) between 1 and 500`),
  ],
);
