import { sql } from "drizzle-orm";
import { boolean, check, pgTable, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { newId } from "./columns";

/** Who may sign in. What a person may do in a project stands in `project_members`. */
export const people = pgTable(
  "people",
  {
    id: uuid("id").primaryKey().$defaultFn(newId),
    name: text("name").notNull(),
    /** In lower case: one address is one person. */
    email: text("email").notNull().unique("people_email"),
    /** True when a sign-in service vouched for it. Nothing is ever mailed from here. */
    emailVerified: boolean("email_verified").notNull().default(false),
    twoFactorEnabled: boolean("second_factor").notNull().default(false),
    /** Whoever looks after the instance: people, and every project. There is one. */
    instanceAdmin: boolean("instance_admin").notNull().default(false),
    /** Set: signs in no more, and is nobody at the next request. */
    bannedAt: timestamp("banned_at", { withTimezone: true }),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex("people_one_instance_admin")
      .on(table.instanceAdmin)
      .where(sql`${table.instanceAdmin}`),
    check("people_email_lower", sql`${table.email} = lower(${table.email})`),
    check(
      "people_lengths",
      sql`length(${table.name}) between 1 and 100 and length(${table.email}) between 3 and 254`,
    ),
    check(
      "people_admin_not_banned",
      sql`not (${table.instanceAdmin} and ${table.bannedAt} is not null)`,
    ),
  ],
);
