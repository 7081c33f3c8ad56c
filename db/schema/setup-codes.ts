import { sql } from "drizzle-orm";
import { check, pgTable, timestamp, uuid } from "drizzle-orm/pg-core";
import { bytea, newId } from "./columns";

/** The codes that the log of a first run shows; one of them makes the first person. */
export const setupCodes = pgTable(
  "setup_codes",
  {
    id: uuid("id").primaryKey().$defaultFn(newId),
    sha256: bytea("sha256").notNull().unique("setup_codes_sha256"),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
  },
  (table) => [check("setup_codes_digest", sql`octet_length(${table.sha256}) = 32`)],
);
