import { and, eq } from "drizzle-orm";
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
  row: {
    projectId: string;
    sourceName: string;
    options: Readonly<Record<string, string>>;
    /** The import's id when its upload has one already; it is also the name of the spool folder. */
    spool?: string;
  },
): Promise<string> {
  const lossless = { nul: false, loneSurrogate: false };
  const [created] = await db
    .insert(imports)
    .values({
      ...(row.spool === undefined ? {} : { id: row.spool }),
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
  measured: { files: number; bytes: number },
): Promise<void> {
  const { files, bytes } = measured;
  const started = { state: "running", startedAt: new Date() } as const;
  await update(db, scope, { ...started, files, bytes, bytesTotal: bytes });
}

export async function noteFormat(db: Db, scope: ImportScope, importer: Importer): Promise<void> {
  await update(db, scope, { format: importer.id, importerVersion: importer.version });
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
