import { boolean, integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { newId } from "./columns";
import { people } from "./people";

/** The authenticator app of a person. Secret and recovery codes are encrypted with the instance's secret. */
export const secondFactors = pgTable("second_factors", {
  id: uuid("id").primaryKey().$defaultFn(newId),
  personId: uuid("person_id")
    .notNull()
    .unique("second_factors_person")
    .references(() => people.id, { onDelete: "cascade" }),
  secret: text("secret_encrypted").notNull(),
  backupCodes: text("recovery_codes_encrypted").notNull(),
  /** False until a first code was right. */
  verified: boolean("verified").notNull().default(true),
  failedVerificationCount: integer("failures").notNull().default(0),
  lockedUntil: timestamp("locked_until", { withTimezone: true }),
});
