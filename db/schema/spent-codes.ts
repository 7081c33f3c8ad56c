import { index, pgTable, primaryKey, timestamp, uuid } from "drizzle-orm/pg-core";
import { bytea } from "./columns";
import { people } from "./people";

/** Codes of authenticator apps that were handed in, right or wrong: each is looked at once (RFC 6238, 5.2). */
export const spentCodes = pgTable(
  "spent_codes",
  {
    personId: uuid("person_id")
      .notNull()
      .references(() => people.id, { onDelete: "cascade" }),
    sha256: bytea("sha256").notNull(),
    at: timestamp("at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.personId, table.sha256], name: "spent_codes_key" }),
    index("spent_codes_by_time").on(table.at),
  ],
);
