import { createHash } from "node:crypto";
import type { auditEntries } from "@/db/schema/audit-entries";
import { canonicalJson } from "@/lib/integrity/canonical-json";
import { hex } from "@/lib/integrity/hex";

export type AuditRow = typeof auditEntries.$inferSelect;

/**
 * What the hash of a row has to be: SHA-256 over the row in canonical JSON (RFC 8785) with the hash of the
 * row before, in hexadecimal. The database computes the same when it appends (drizzle/0008_audit_rules.sql).
 */
export function entryHash(row: Omit<AuditRow, "hash">): Buffer {
  const body = canonicalJson({
    v: 1,
    id: row.id,
    at: row.at.toISOString(),
    actor: { kind: row.actorKind, id: row.actorId, name: row.actorName },
    action: row.action,
    project: row.projectId,
    object: { kind: row.objectKind, id: row.objectId },
    detail: row.detail,
    outcome: row.outcome,
    previous: row.prevHash === null ? null : hex(row.prevHash),
  });
  return createHash("sha256").update(body).digest();
}
