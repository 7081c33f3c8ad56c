import { bigint, index, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { bytea } from "./columns";

/**
 * Guesses at a password or code that were looked at in the last minutes, written before they are looked at,
 * so that any number at once and any number of servers count as one (security.md B2).
 */
export const signInAttempts = pgTable(
  "sign_in_attempts",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    /** SHA-256 of what was guessed at: an address that nobody has counts like any other. */
    account: bytea("account_sha256").notNull(),
    /** An IPv4 address, or the /64 of an IPv6 one. */
    address: text("address").notNull(),
    at: timestamp("at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index("sign_in_attempts_by_account").on(table.account, table.at),
    index("sign_in_attempts_by_address").on(table.address, table.at),
    index("sign_in_attempts_by_time").on(table.at),
  ],
);
