import { sql } from "drizzle-orm";
import { check, index, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { newId } from "./columns";
import { people } from "./people";

/** Who is signed in. A row that is gone ends the session with its next request. */
export const sessions = pgTable(
  "sessions",
  {
    id: uuid("id").primaryKey().$defaultFn(newId),
    personId: uuid("person_id")
      .notNull()
      .references(() => people.id, { onDelete: "cascade" }),
    /** SHA-256 of the token in hex: whoever reads this table cannot sign in with it (security.md B6). */
    token: text("token_sha256").notNull().unique("sessions_token"),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    /** The end that no use puts off. */
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
    updatedAt: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
    /** Noted once a minute at most; an idle session ends. */
    lastUsedAt: timestamp("last_used_at", { withTimezone: true }).notNull().defaultNow(),
    ipAddress: text("address"),
    userAgent: text("user_agent"),
  },
  (table) => [
    index("sessions_by_person").on(table.personId),
    check("sessions_token_digest", sql`${table.token} ~ '^[0-9a-f]{64}$'`),
  ],
);
