import { sql } from "drizzle-orm";
import { check, index, pgTable, text, timestamp, unique, uuid } from "drizzle-orm/pg-core";
import { bytea, newId } from "./columns";
import { projects } from "./projects";

export const TOKEN_SCOPES = ["ingest", "read"] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

/** A bearer token of the API. The token itself is shown once and never stored. */
export const apiTokens = pgTable(
  "api_tokens",
  {
    id: uuid("id").primaryKey().$defaultFn(newId),
    projectId: uuid("project_id")
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    /** The first characters, by which people tell tokens apart. */
    prefix: text("prefix").notNull(),
    /** SHA-256 of the token: it is random, so that nothing slower is needed. */
    sha256: bytea("sha256").notNull(),
    scopes: text("scopes").array().$type<TokenScope[]>().notNull(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    expiresAt: timestamp("expires_at", { withTimezone: true }),
    lastUsedAt: timestamp("last_used_at", { withTimezone: true }),
    revokedAt: timestamp("revoked_at", { withTimezone: true }),
  },
  (table) => [
    unique("api_tokens_sha256").on(table.sha256),
    index("api_tokens_by_project").on(table.projectId, table.createdAt),
    check("api_tokens_digest", sql`octet_length(${table.sha256}) = 32`),
    check("api_tokens_scopes_known", sql`${table.scopes} <@ array['ingest', 'read']::text[]`),
  ],
);
