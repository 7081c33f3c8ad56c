import { and, asc, desc, eq, lt, or } from "drizzle-orm";
import type { Db, Scope } from "@/db/client";
import { campaigns } from "@/db/schema/campaigns";
import { importIssues, type Severity } from "@/db/schema/import-issues";
import { imports } from "@/db/schema/imports";
import { isUuid } from "@/lib/domain/uuid";

/** What was refused, recoded or noticed, with its place. `line` counts from 1, `byte` from 0. */
export type StoredIssue = {
  severity: Severity;
  code: string;
  message: string;
  file: string;
  line: number | null;
  byte: number | null;
  path: string | null;
};

const columns = {
  id: imports.id,
  state: imports.state,
  campaignSlug: campaigns.slug,
  campaignName: campaigns.name,
  sourceName: imports.sourceName,
  fingerprint: imports.fingerprint,
  bytes: imports.bytes,
  files: imports.files,
  format: imports.format,
  options: imports.options,
  records: imports.records,
  episodes: imports.episodes,
  refused: imports.refused,
  recoded: imports.recoded,
  warnings: imports.warnings,
  bytesRead: imports.bytesRead,
  bytesTotal: imports.bytesTotal,
  error: imports.error,
  createdAt: imports.createdAt,
  startedAt: imports.startedAt,
  finishedAt: imports.finishedAt,
  issueGroups: imports.issueGroups,
  preview: imports.preview,
};

export type StoredImport = Awaited<ReturnType<typeof select>>[number];

/**
 * One page of the project's imports, newest first. `after` is the id that ended the page before; null
 * when the project has no such import.
 */
export async function importPage(
  db: Db,
  scope: Scope,
  page: { after?: string | undefined; limit: number },
): Promise<{ rows: StoredImport[]; next: string | null } | null> {
  const last = page.after === undefined ? null : await storedImport(db, scope, page.after);
  if (page.after !== undefined && last === null) return null;
  const older =
    last === null
      ? undefined
      : or(
          lt(imports.createdAt, last.createdAt),
          and(eq(imports.createdAt, last.createdAt), lt(imports.id, last.id)),
        );
  const found = await select(db)
    .where(and(eq(imports.projectId, scope.projectId), older))
    .orderBy(desc(imports.createdAt), desc(imports.id))
    .limit(page.limit + 1);
  const rows = found.slice(0, page.limit);
  return { rows, next: found.length > page.limit ? (rows.at(-1)?.id ?? null) : null };
}

/** One import of the project by its id, or null. */
export async function storedImport(db: Db, scope: Scope, id: string): Promise<StoredImport | null> {
  if (!isUuid(id)) return null;
  const [row] = await select(db).where(
    and(eq(imports.projectId, scope.projectId), eq(imports.id, id)),
  );
  return row ?? null;
}

/** Every issue that was kept of an import, at most 1,000, in the order in which they were met. */
export async function issuesOf(db: Db, scope: Scope, importId: string): Promise<StoredIssue[]> {
  return db
    .select({
      severity: importIssues.severity,
      code: importIssues.code,
      message: importIssues.message,
      file: importIssues.file,
      line: importIssues.line,
      byte: importIssues.byte,
      path: importIssues.path,
    })
    .from(importIssues)
    .where(and(eq(importIssues.projectId, scope.projectId), eq(importIssues.importId, importId)))
    .orderBy(asc(importIssues.no));
}

function select(db: Db) {
  return db
    .select(columns)
    .from(imports)
    .leftJoin(
      campaigns,
      and(eq(campaigns.projectId, imports.projectId), eq(campaigns.id, imports.campaignId)),
    )
    .$dynamic();
}
