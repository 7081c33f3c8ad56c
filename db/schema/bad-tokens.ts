import { bigint, index, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** Tokens of the last minute that were none, by whence they came: any number of servers count as one. */
export const badTokens = pgTable(
  "bad_tokens",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    /** An IPv4 address, or the /64 of an IPv6 one. */
    address: text("address").notNull(),
    at: timestamp("at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index("bad_tokens_by_address").on(table.address, table.at),
    index("bad_tokens_by_time").on(table.at),
  ],
);
