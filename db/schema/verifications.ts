import { index, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { newId } from "./columns";

/**
 * What waits for its second half: a sign-in for its second factor, a trip to the sign-in service for its
 * return. Found by the SHA-256 of a random name that only the browser has.
 */
export const verifications = pgTable(
  "verifications",
  {
    id: uuid("id").primaryKey().$defaultFn(newId),
    identifier: text("identifier_sha256").notNull(),
    value: text("value").notNull(),
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index("verifications_by_identifier").on(table.identifier),
    index("verifications_by_end").on(table.expiresAt),
  ],
);
