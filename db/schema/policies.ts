import { sql } from "drizzle-orm";
import { check, integer, jsonb, pgTable, primaryKey, timestamp, uuid } from "drizzle-orm/pg-core";
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
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.version] }),
    check("policies_version_positive", sql`${table.version} > 0`),
  ],
);
