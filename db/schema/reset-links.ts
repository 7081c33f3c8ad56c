import { sql } from "drizzle-orm";
import { check, pgTable, timestamp, uuid } from "drizzle-orm/pg-core";
import { bytea, newId } from "./columns";
import { people } from "./people";

/** A link by which a person who forgot the password sets a new one; made by the instance's admin. */
export const resetLinks = pgTable(
  "reset_links",
  {
    id: uuid("id").primaryKey().$defaultFn(newId),
    personId: uuid("person_id")
      .notNull()
      .references(() => people.id, { onDelete: "cascade" }),
    sha256: bytea("sha256").notNull().unique("reset_links_sha256"),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
    usedAt: timestamp("used_at", { withTimezone: true }),
  },
  (table) => [check("reset_links_digest", sql`octet_length(${table.sha256}) = 32`)],
);
