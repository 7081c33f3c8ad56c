import { sql } from "drizzle-orm";
import type postgres from "postgres";
import type { Db } from "@/db/client";
import type { AuditDetail } from "@/db/schema/audit-entries";
import type { Actor } from "@/lib/domain/actor";
import type { AuditAction, AuditOutcome } from "@/lib/domain/audit-action";
import { canonicalJson } from "@/lib/integrity/canonical-json";

/** What a row of the audit log tells, besides who and when. */
export type AuditEvent = {
  action: AuditAction;
  /** The project that it is about; null for the installation. */
  projectId: string | null;
  /** What was changed: its kind in a word, and its id. */
  object?: { kind: string; id: string } | undefined;
  /** Never a password, a token, a code, a cookie or the text of a record. */
  detail?: AuditDetail | undefined;
  /** `done` when it is not said. */
  outcome?: AuditOutcome;
};

/** A transaction of either kind; or the pool, for what changes nothing else. */
export type Auditing = Pick<Db, "execute"> | postgres.TransactionSql;

/** A name or an answer longer than this is cut: a row says what it is about, not what is in it. */
const LONGEST = 300;

/**
 * Appends a row to the audit log, in the transaction of the change that it tells of: both are there, or
 * neither. To be the last thing that the transaction does, for it then holds the one lock of the log until
 * it ends, and nobody else can append.
 */
export async function audit(tx: Auditing, by: Actor, event: AuditEvent): Promise<void> {
  const kind = event.object?.kind ?? null;
  const id = event.object === undefined ? null : storable(event.object.id);
  const detail = Object.entries(event.detail ?? {}).map(([key, value]) => [
    key,
    typeof value === "string" ? storable(value) : value,
  ]);
  const told = canonicalJson(Object.fromEntries(detail));
  const name = storable(by.name);
  const outcome = event.outcome ?? "done";
  const { action, projectId } = event;
  if ("execute" in tx)
    await tx.execute(
      sql`select append_audit_entry(${by.kind}, ${by.id}, ${name}, ${action}, ${projectId}, ${kind}, ${id}, ${told}, ${outcome})`,
    );
  else
    await tx`select append_audit_entry(${by.kind}, ${by.id}, ${name}, ${action}, ${projectId}, ${kind}, ${id}, ${told}, ${outcome})`;
}

/** Text as Postgres takes it and canonical JSON knows it: without NUL and half surrogate pairs. */
function storable(text: string): string {
  const cut = text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
  return cut.replaceAll(/\p{Surrogate}|\0/gu, "\ufffd");
}
