import { sql } from "drizzle-orm";
import {
  check,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
import type { Policy } from "@/lib/domain/policy";
import { projects } from "./projects";

/** What a project holds its comparisons to. A change is a new version; old ones stay readable. */
export const policies = pgTable(
  "policies",
  {
    projectId: uuid("project_id")
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    version: integer("version").notNull(),
    settings: jsonb("settings").$type<Omit<Policy, "version">>().notNull(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    /** Who decided, by name, and why; null for the one that a project begins with. */
    changedBy: text("changed_by"),
    reason: text("reason"),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.version] }),
    check("policies_version_positive", sql`${table.version} > 0`),
    check("policies_reason_length", sql`length(${table.reason}) between 1 and 500`),
  ],
);
