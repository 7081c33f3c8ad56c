import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
} from "drizzle-orm/pg-core";
import type { Outcome } from "@/lib/domain/outcome";
import type { Split } from "@/lib/domain/records";
import type { TerminationReason } from "@/lib/domain/termination";
import { campaigns } from "./campaigns";
import { campaignScope } from "./columns";

/** The bits of `level`: which of these columns a row tells apart. In the others it sums over all. */
export const LEVEL = { attack: 1, tool: 2, decision: 4, marker: 8 } as const;

/**
 * How many episodes of a campaign have these marks, counted once when the campaign is written
 * (`lib/ingest/facet-counts.ts`), so that a filter over a million episodes counts a few thousand rows.
 *
 * A row of a level with tool, decision or marker counts the episodes that have a call with all of them.
 * Such rows overlap; rows of one level without them do not.
 */
export const facetCounts = pgTable(
  "facet_counts",
  {
    ...campaignScope(),
    /** Counts from 1, without meaning. */
    no: integer("no").notNull(),
    level: smallint("level").notNull(),
    arm: text("arm").notNull(),
    split: text("split").$type<Split>().notNull(),
    termination: text("termination").$type<TerminationReason>().notNull(),
    outcome: text("outcome").$type<Outcome>().notNull(),
    alarm: boolean("alarm").notNull(),
    attack: text("attack"),
    tool: text("tool"),
    decision: text("decision"),
    /** Where a call carried the marker: "arguments", "result", or "returned" to someone not entitled. */
    marker: text("marker"),
    episodes: integer("episodes").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.campaignId, table.no], name: "facet_counts_pk" }),
    foreignKey({
      columns: [table.projectId, table.campaignId],
      foreignColumns: [campaigns.projectId, campaigns.id],
      name: "facet_counts_campaign",
    }).onDelete("cascade"),
    index("facet_counts_by_level").on(table.projectId, table.level, table.campaignId),
    check("facet_counts_positive", sql`${table.episodes} > 0`),
  ],
);
