import { sql } from "drizzle-orm";
import { check, integer, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { Policy } from "@/lib/domain/policy";
import { newId } from "./columns";

/** One agent application under test, with the policy that its comparisons are held to. */
export const projects = pgTable(
  "projects",
  {
    id: uuid("id").primaryKey().$defaultFn(newId),
    slug: text("slug").notNull().unique("projects_slug"),
    name: text("name").notNull(),
    policy: jsonb("policy").$type<Policy>().notNull(),
    policyVersion: integer("policy_version").notNull().default(1),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    check("projects_slug_readable", sql`${table.slug} ~ '^[a-z0-9]([a-z0-9-]{0,58}[a-z0-9])?$'`),
  ],
);
