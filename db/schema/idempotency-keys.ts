import {
  check,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
import { sql } from "drizzle-orm";
import { bytea } from "./columns";
import { projects } from "./projects";

/** What was answered to a request that named an Idempotency-Key; kept for 30 days (security.md E9). */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    projectId: uuid("project_id")
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    /** Method and route, so that one key of two resources is two keys. */
    route: text("route").notNull(),
    key: text("key").notNull(),
    /** SHA-256 of the body: the same key with another body is refused. */
    bodySha256: bytea("body_sha256").notNull(),
    /** Null while the first request is still being answered. */
    status: integer("status"),
    answer: jsonb("answer"),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.route, table.key], name: "idempotency_keys_pk" }),
    check("idempotency_keys_length", sql`length(${table.key}) between 1 and 255`),
    check("idempotency_keys_digest", sql`octet_length(${table.bodySha256}) = 32`),
  ],
);
