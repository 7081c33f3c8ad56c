import { sql } from "drizzle-orm";
import { check, integer, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { MOST_DAYS, RETENTION_ACTS, type RetentionAct } from "@/lib/domain/retention";
import { oneOf } from "./columns";
import { projects } from "./projects";

/**
 * What happens to the campaigns of a project when they are old. A change is a new version, which counts from
 * then on; old ones stay readable. None: everything is kept.
 */
export const retentionSettings = pgTable(
  "retention_settings",
  {
    projectId: uuid("project_id")
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    /** Counts from 1. */
    version: integer("version").notNull(),
    act: text("act").$type<RetentionAct>().notNull(),
    /** After how many days since it was sealed; null to keep. */
    days: integer("days"),
    /** Who set it, by name. */
    setBy: text("set_by").notNull(),
    setAt: timestamp("set_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.version], name: "retention_settings_pk" }),
    check("retention_settings_version", sql`${table.version} > 0`),
    check("retention_settings_act_known", oneOf(table.act, RETENTION_ACTS)),
    check(
      "retention_settings_days",
      sql`(${table.act} = 'keep') = (${table.days} is null) and ${table.days} between 1 and ${MOST_DAYS}`.inlineParams(),
    ),
  ],
);
