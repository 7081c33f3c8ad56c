import { sql } from "drizzle-orm";
import { check, integer, pgTable, text, timestamp, unique, uuid } from "drizzle-orm/pg-core";
import { bytea, newId } from "./columns";
import { projects } from "./projects";

/**
 * A campaign that a harness is still sending: its records wait in `live_records` until it is sealed. Then
 * they are imported like a native file, in one transaction, and this row goes. So it has no figures, and
 * nothing can compare it, before it is whole.
 */
export const liveCampaigns = pgTable(
  "live_campaigns",
  {
    id: uuid("id").primaryKey().$defaultFn(newId),
    projectId: uuid("project_id")
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    key: text("key").notNull(),
    name: text("name").notNull(),
    /** The campaign record as it came. */
    raw: bytea("raw").notNull(),
    openedAt: timestamp("opened_at", { withTimezone: true }).notNull().defaultNow(),
    lastRecordAt: timestamp("last_record_at", { withTimezone: true }),
    records: integer("records").notNull().default(0),
    episodes: integer("episodes").notNull().default(0),
  },
  (table) => [
    unique("live_campaigns_scope").on(table.projectId, table.id),
    unique("live_campaigns_key").on(table.projectId, table.key),
    check("live_campaigns_counts", sql`${table.records} >= 0 and ${table.episodes} >= 0`),
  ],
);
