import { sql } from "drizzle-orm";
import { check, jsonb, pgTable, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { ProjectRole } from "@/lib/domain/project-role";
import { bytea, newId } from "./columns";
import { people } from "./people";

/** What an invited person will be, project by project. */
export type InvitedRole = { projectId: string; role: ProjectRole };

/** The only way in after the first run: a link that is shown once, for one address, used once. An address has one of them at a time. */
export const invitations = pgTable(
  "invitations",
  {
    id: uuid("id").primaryKey().$defaultFn(newId),
    sha256: bytea("sha256").notNull().unique("invitations_sha256"),
    email: text("email").notNull(),
    roles: jsonb("roles").$type<InvitedRole[]>().notNull(),
    invitedBy: uuid("invited_by").references(() => people.id, { onDelete: "set null" }),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
    /** Accepted or taken back: it opens nothing any more. */
    usedAt: timestamp("used_at", { withTimezone: true }),
  },
  (table) => [
    uniqueIndex("invitations_unused")
      .on(table.email)
      .where(sql`${table.usedAt} is null`),
    check("invitations_digest", sql`octet_length(${table.sha256}) = 32`),
    check("invitations_email_lower", sql`${table.email} = lower(${table.email})`),
  ],
);
