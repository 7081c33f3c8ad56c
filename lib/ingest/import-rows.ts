import { and, eq } from "drizzle-orm";
import type postgres from "postgres";
import type { Db } from "@/db/client";
import { importIssues } from "@/db/schema/import-issues";
import { imports, type ImportState } from "@/db/schema/imports";
import type { Importer } from "@/lib/importers/importer";
import { insertRows, type Transaction } from "./insert-rows";
import type { IssueLog } from "./issue-log";
import type { ImportProgress } from "./import-progress";
import { sanitise } from "./sanitise";

/** Which import of which project a write is about. */
export type ImportScope = { projectId: string; importId: string };

/** What an import came to, besides its issues. */
export type ImportEnd = {
  state: Extract<ImportState, "done" | "failed" | "duplicate">;
  campaignId: string | null;
  error: string | null;
  records: number;
  episodes: number;
};

/** Notes a new import. `spool` names the folder of an upload that waits to be read. */
export async function createImport(
  db: Db,
  row: { projectId: string; sourceName: string; options: Record<string, string>; spool?: string },
): Promise<string> {
  const lossless = { nul: false, loneSurrogate: false };
  const [created] = await db
    .insert(imports)
    .values({
      projectId: row.projectId,
      sourceName: sanitise(row.sourceName, lossless),
      options: sanitise(row.options, lossless),
      state: "uploaded",
      spool: row.spool ?? null,
    })
    .returning({ id: imports.id });
  if (created === undefined) throw new Error("an import was not created");
  return created.id;
}

export async function markRunning(
  db: Db,
  scope: ImportScope,
  facts: { importer: Importer; files: number; bytes: number },
): Promise<void> {
  await update(db, scope, {
    state: "running",
    startedAt: new Date(),
    format: facts.importer.id,
    importerVersion: facts.importer.version,
    files: facts.files,
    bytes: facts.bytes,
    bytesTotal: facts.bytes,
  });
}

export async function noteFingerprint(db: Db, scope: ImportScope, fingerprint: string) {
  await update(db, scope, { fingerprint });
}

export async function noteProgress(db: Db, scope: ImportScope, progress: ImportProgress) {
  const { bytesRead, bytesTotal, records, episodes } = progress;
  await update(db, scope, { bytesRead, bytesTotal, records, episodes });
}

/** Ends an import and writes its issues: in the campaign's transaction, or on its own when it failed. */
export async function endImport(
  tx: Transaction,
  scope: ImportScope,
  end: ImportEnd,
  log: IssueLog,
): Promise<void> {
  await insertRows(
    tx,
    importIssues,
    log.kept.map(({ severity, code, message, place }, index) => ({
      ...scope,
      no: index + 1,
      severity,
      code,
      message,
      file: place.file,
      line: place.line ?? null,
      byte: place.byte ?? null,
      path: place.path ?? null,
    })),
  );
  await tx`
    update imports set
      state = ${end.state},
      campaign_id = ${end.campaignId},
      error = ${end.error},
      records = ${end.records},
      episodes = ${end.episodes},
      refused = ${log.counts.refused},
      recoded = ${log.counts.recoded},
      warnings = ${log.counts.warning},
      issue_groups = ${JSON.stringify(log.groups)}::text::jsonb,
      bytes_read = bytes_total,
      finished_at = now(),
      spool = null
    where id = ${scope.importId} and project_id = ${scope.projectId}`;
}

/**
 * Imports that a process left behind when it died become failed: an import that sealed its campaign was
 * done in the same transaction. To be called once before the server takes requests: while another process
 * serves the same database, its running imports would be ended too.
 *
 * @returns how many there were, and the spool folders that nothing needs any more
 */
export async function failAbandonedImports(
  sql: postgres.Sql,
): Promise<{ failed: number; spools: string[] }> {
  const rows = await sql<{ spool: string | null }[]>`
    update imports set
      state = 'failed',
      error = 'The server stopped before this import was complete; nothing of it was kept. Import it again.',
      finished_at = now(),
      spool = null
    from (select id, spool as left_behind from imports where state in ('uploaded', 'running') for update) as dead
    where imports.id = dead.id
    returning dead.left_behind as spool`;
  return {
    failed: rows.length,
    spools: rows.flatMap((row) => (row.spool === null ? [] : [row.spool])),
  };
}

async function update(
  db: Db,
  scope: ImportScope,
  values: Partial<typeof imports.$inferInsert>,
): Promise<void> {
  await db
    .update(imports)
    .set(values)
    .where(and(eq(imports.projectId, scope.projectId), eq(imports.id, scope.importId)));
}
