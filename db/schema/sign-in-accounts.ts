import { pgTable, text, timestamp, unique, uuid } from "drizzle-orm/pg-core";
import { newId } from "./columns";
import { people } from "./people";

/**
 * By what a person signs in: a password kept here (`credential`), or a sign-in service. Tokens of the
 * service are not kept: nothing here would use them.
 */
export const signInAccounts = pgTable(
  "sign_in_accounts",
  {
    id: uuid("id").primaryKey().$defaultFn(newId),
    personId: uuid("person_id")
      .notNull()
      .references(() => people.id, { onDelete: "cascade" }),
    providerId: text("provider").notNull(),
    /** The person's id for a password; issuer and subject for a service. */
    accountId: text("account").notNull(),
    /** Argon2id, in the form that names its parameters. */
    password: text("password_hash"),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    unique("sign_in_accounts_key").on(table.providerId, table.accountId),
    unique("sign_in_accounts_one_each").on(table.personId, table.providerId),
  ],
);
