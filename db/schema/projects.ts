import { sql } from "drizzle-orm";
import { check, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { newId } from "./columns";

/** One agent application under test. The policy of its comparisons stands in `policies`. */
export const projects = pgTable(
  "projects",
  {
    id: uuid("id").primaryKey().$defaultFn(newId),
    slug: text("slug").notNull().unique("projects_slug"),
    name: text("name").notNull(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    check("projects_slug_readable", sql`${table.slug} ~ '^[a-z0-9]([a-z0-9-]{0,58}[a-z0-9])?$'`),
  ],
);
