import { bigint, check, index, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { Actor } from "@/lib/domain/actor";
import { AUDIT_OUTCOMES, type AuditAction, type AuditOutcome } from "@/lib/domain/audit-action";
import { bytea, oneOf } from "./columns";

export const ACTOR_KINDS = ["local", "person", "token", "system", "nobody"] as const;

/** What a row tells besides: flat, short, and never a secret. */
export type AuditDetail = Record<string, string | number | boolean | null>;

/**
 * The audit log: who did what, and who was refused what. The database appends to it (drizzle/0008), in the
 * transaction of the change that a row tells of, with a number without gaps and a digest over the row and
 * the one before it. It names people, projects and campaigns without pointing to them: it outlives them.
 */
export const auditEntries = pgTable(
  "audit_entries",
  {
    /** Counts from 1. */
    id: bigint("id", { mode: "number" }).primaryKey(),
    /** When it was appended by the clock of the database, in whole milliseconds. */
    at: timestamp("at", { withTimezone: true }).notNull(),
    actorKind: text("actor_kind").$type<Actor["kind"]>().notNull(),
    actorId: text("actor_id"),
    actorName: text("actor_name").notNull(),
    action: text("action").$type<AuditAction>().notNull(),
    /** Null for what is about the installation. */
    projectId: uuid("project_id"),
    objectKind: text("object_kind"),
    objectId: text("object_id"),
    detail: jsonb("detail").$type<AuditDetail>().notNull(),
    outcome: text("outcome").$type<AuditOutcome>().notNull(),
    /** The hash of the row before; null in the first one. */
    prevHash: bytea("prev_hash"),
    /** SHA-256 of the row in canonical JSON, `prevHash` included (lib/audit/entry-hash.ts). */
    hash: bytea("hash").notNull(),
  },
  (table) => [
    index("audit_entries_by_project").on(table.projectId, table.id),
    index("audit_entries_by_time").on(table.at),
    check("audit_entries_actor_known", oneOf(table.actorKind, ACTOR_KINDS)),
    check("audit_entries_outcome_known", oneOf(table.outcome, AUDIT_OUTCOMES)),
  ],
);
