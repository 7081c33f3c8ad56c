import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { bytea, oneOf } from "./columns";
import { projects } from "./projects";

export const DELETION_REASONS = ["deleted", "replaced"] as const;
export type DeletionReason = (typeof DELETION_REASONS)[number];

/** The tombstone of a campaign: that it was there and what it was, without any of its records. */
export const deletedCampaigns = pgTable(
  "deleted_campaigns",
  {
    /** The id that the campaign had. */
    id: uuid("id").primaryKey(),
    projectId: uuid("project_id")
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    slug: text("slug").notNull(),
    key: text("key").notNull(),
    name: text("name").notNull(),
    /** SHA-256 of the source, hex. */
    fingerprint: text("fingerprint").notNull(),
    episodeCount: integer("episode_count").notNull(),
    importedAt: timestamp("imported_at", { withTimezone: true }).notNull(),
    deletedAt: timestamp("deleted_at", { withTimezone: true }).notNull().defaultNow(),
    reason: text("reason").$type<DeletionReason>().notNull(),
    /** The root of its leaves; null for one that was imported before records were sealed. */
    root: bytea("root"),
    /** Who did it, by name; null for what was deleted before that was noted. */
    deletedBy: text("deleted_by"),
    /** Why, in words of whoever did it; null for what was replaced, or deleted before that was asked. */
    explanation: text("explanation"),
  },
  (table) => [
    index("deleted_campaigns_by_slug").on(table.projectId, table.slug),
    check("deleted_campaigns_reason_known", oneOf(table.reason, DELETION_REASONS)),
    check("deleted_campaigns_explanation", sql`length(${table.explanation}) between 1 and 500`),
  ],
);
