import { and, asc, desc, eq, sql } from "drizzle-orm";
import type { Db, Scope } from "@/db/client";
import { campaigns } from "@/db/schema/campaigns";
import { importIssues, type Severity } from "@/db/schema/import-issues";
import { imports, type ImportState, type IssueGroup } from "@/db/schema/imports";
import { isUuid } from "@/lib/domain/uuid";

export type ImportRow = {
  id: string;
  /** The campaign it made, or for a duplicate the one that was there; null when there is none. */
  campaign: { slug: string; name: string } | null;
  sourceName: string;
  fingerprint: string | null;
  bytes: number | null;
  files: number | null;
  format: string | null;
  importerVersion: number | null;
  options: Record<string, string>;
  state: ImportState;
  records: number;
  episodes: number;
  refused: number;
  recoded: number;
  warnings: number;
  bytesRead: number;
  bytesTotal: number;
  /** Its place among all that wait, of every project, from 1; null unless it waits. */
  queuePlace: number | null;
  /** It runs, and was asked to end. */
  isCancelling: boolean;
  replace: boolean;
  keepSource: boolean;
  /** Roles of tools given at import, as they came; null when none were. */
  manifest: unknown;
  /** One sentence for a person; null unless the import failed. */
  error: string | null;
  createdAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
};

/** What was refused, recoded or noticed. `line` counts from 1, `byte` from 0. */
export type ImportIssue = {
  severity: Severity;
  code: string;
  message: string;
  place: { file: string; line?: number; byte?: number; path?: string };
};

export type ImportDetail = ImportRow & {
  /** What the import would come to (lib/ingest/preview-source.ts); null until it was looked at. */
  preview: unknown;
  /** Refused first, then recoded, then warnings; most frequent first. */
  issueGroups: IssueGroup[];
  /** The first 200 in the order in which they were met. */
  issues: ImportIssue[];
};

const SHOWN_ISSUES = 200;
const SEVERITY_ORDER = { refused: 0, recoded: 1, warning: 2 } as const;

/** The imports of the project, newest first; the last 200. */
export async function listImports(db: Db, scope: Scope): Promise<ImportRow[]> {
  const rows = await select(db)
    .where(eq(imports.projectId, scope.projectId))
    .orderBy(desc(imports.createdAt), desc(imports.id))
    .limit(200);
  return rows.map((row) => toRow(row));
}

/** One import with what it had to say, or null. */
export async function findImport(db: Db, scope: Scope, id: string): Promise<ImportDetail | null> {
  if (!isUuid(id)) return null;
  const rows = await select(db).where(
    and(eq(imports.projectId, scope.projectId), eq(imports.id, id)),
  );
  const row = rows[0];
  if (row === undefined) return null;
  const issues = await db
    .select()
    .from(importIssues)
    .where(and(eq(importIssues.projectId, scope.projectId), eq(importIssues.importId, id)))
    .orderBy(asc(importIssues.no))
    .limit(SHOWN_ISSUES);
  return {
    ...toRow(row),
    preview: row.imports.preview,
    issueGroups: row.imports.issueGroups.toSorted(
      (a, b) => SEVERITY_ORDER[a.severity] - SEVERITY_ORDER[b.severity] || b.count - a.count,
    ),
    issues: issues.map(toIssue),
  };
}

/** Counts from 1. All that wait stand in one queue, in the order in which they came. */
const QUEUE_PLACE = sql<number | null>`case when ${imports.state} = 'uploaded' then (
  select count(*)::int from imports as earlier
  where earlier.state = 'uploaded'
    and (earlier.created_at, earlier.id) <= (${imports.createdAt}, ${imports.id})) end`;

function select(db: Db) {
  return db
    .select({ imports, campaigns, queuePlace: QUEUE_PLACE })
    .from(imports)
    .leftJoin(
      campaigns,
      and(eq(campaigns.projectId, imports.projectId), eq(campaigns.id, imports.campaignId)),
    )
    .$dynamic();
}

function toRow({
  imports: row,
  campaigns: campaign,
  queuePlace,
}: {
  imports: typeof imports.$inferSelect;
  campaigns: typeof campaigns.$inferSelect | null;
  queuePlace: number | null;
}): ImportRow {
  return {
    id: row.id,
    campaign: campaign === null ? null : { slug: campaign.slug, name: campaign.name },
    sourceName: row.sourceName,
    fingerprint: row.fingerprint,
    bytes: row.bytes,
    files: row.files,
    format: row.format,
    importerVersion: row.importerVersion,
    options: row.options,
    state: row.state,
    records: row.records,
    episodes: row.episodes,
    refused: row.refused,
    recoded: row.recoded,
    warnings: row.warnings,
    bytesRead: row.bytesRead,
    bytesTotal: row.bytesTotal,
    queuePlace,
    isCancelling: row.state === "running" && row.cancelRequestedAt !== null,
    replace: row.replace,
    keepSource: row.keepSource,
    manifest: row.manifest,
    error: row.error,
    createdAt: row.createdAt,
    startedAt: row.startedAt,
    finishedAt: row.finishedAt,
  };
}

function toIssue(row: typeof importIssues.$inferSelect): ImportIssue {
  return {
    severity: row.severity,
    code: row.code,
    message: row.message,
    place: {
      file: row.file,
      ...(row.line === null ? {} : { line: row.line }),
      ...(row.byte === null ? {} : { byte: row.byte }),
      ...(row.path === null ? {} : { path: row.path }),
    },
  };
}
