import type { Db } from "@/db/client";
import {
  auditPage,
  everyAuditEntry,
  type AuditEntry,
  type AuditFilter,
  type AuditOf,
} from "@/db/queries/audit-entries";
import type { AuditEntryJson } from "@/lib/api/schemas/audit-schema";
import { hex } from "@/lib/integrity/hex";
import { csvHead, csvRow, type CsvColumn } from "./csv";

export function auditJson(entry: AuditEntry): AuditEntryJson {
  const { id, at, actorKind, actorId, actorName, action, outcome, detail } = entry;
  return {
    id,
    at: at.toISOString(),
    actor: { kind: actorKind, id: actorId, name: actorName },
    action,
    outcome,
    project: entry.projectSlug,
    projectId: entry.projectId,
    object: { kind: entry.objectKind, id: entry.objectId },
    detail,
    previous: entry.prevHash === null ? null : hex(entry.prevHash),
    hash: hex(entry.hash),
  };
}

/** One page as the API hands it out. */
export async function pageOfAudit(
  db: Db,
  of: AuditOf,
  { after, limit, ...filter }: AuditFilter & { after?: number | undefined; limit: number },
): Promise<{ items: AuditEntryJson[]; next: string | null }> {
  const { entries, next } = await auditPage(db, of, { ...filter, before: after, limit });
  return { items: entries.map(auditJson), next: next === null ? null : String(next) };
}

/** The filtered entries, oldest first, as CSV with a head or as JSON, one a line. */
export async function* auditLines(
  db: Db,
  of: AuditOf,
  filter: AuditFilter,
  format: "csv" | "jsonl",
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  if (format === "csv") yield encoder.encode(csvHead(COLUMNS));
  for await (const entries of everyAuditEntry(db, of, filter)) {
    const lines = entries
      .map(auditJson)
      .map((entry) => (format === "csv" ? csvRow(COLUMNS, entry) : `${JSON.stringify(entry)}\n`));
    yield encoder.encode(lines.join(""));
  }
}

const COLUMNS: readonly CsvColumn<AuditEntryJson>[] = [
  { name: "id", cell: ({ id }) => id },
  { name: "at", cell: ({ at }) => at },
  { name: "actor_kind", cell: ({ actor }) => actor.kind },
  { name: "actor_id", cell: ({ actor }) => actor.id },
  { name: "actor_name", cell: ({ actor }) => actor.name },
  { name: "action", cell: ({ action }) => action },
  { name: "outcome", cell: ({ outcome }) => outcome },
  { name: "project", cell: ({ project }) => project },
  { name: "object_kind", cell: ({ object }) => object.kind },
  { name: "object_id", cell: ({ object }) => object.id },
  { name: "detail", cell: ({ detail }) => JSON.stringify(detail) },
  { name: "previous", cell: ({ previous }) => previous },
  { name: "hash", cell: ({ hash }) => hash },
];
