import { and, eq, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { importIssues } from "@/db/schema/import-issues";
import { imports, type ImportState } from "@/db/schema/imports";
import type { Manifest } from "@/lib/domain/records";
import type { Importer } from "@/lib/importers/importer";
import type { ImportProgress } from "./import-progress";
import { stopError } from "./import-stop";
import { TIMING } from "./import-timing";
import { insertRows, type Transaction } from "./insert-rows";
import type { IssueLog } from "./issue-log";
import { sanitise } from "./sanitise";

/** Which import of which project a write is about, and who holds its lease: nobody else may write. */
export type ImportScope = { projectId: string; importId: string; holder: string };

/** What an import came to, besides its issues. */
export type ImportEnd = {
  state: Extract<ImportState, "done" | "failed" | "duplicate" | "cancelled">;
  campaignId: string | null;
  error: string | null;
  records: number;
  episodes: number;
};

export type NewImport = {
  projectId: string;
  sourceName: string;
  options: Readonly<Record<string, string>>;
  replace?: boolean | undefined;
  keepSource?: boolean | undefined;
  manifest?: Manifest | null | undefined;
  /** Name of the folder of an upload that waits to be read; it becomes the import's id. */
  spool?: string;
  /** It is not imported before somebody saw what would come of it. */
  review?: boolean;
};

/** Notes a new import, which waits; who notes it has what it is to be read from. */
export async function createImport(db: Db, row: NewImport): Promise<string> {
  const lossless = { nul: false, loneSurrogate: false };
  const [created] = await db
    .insert(imports)
    .values({
      ...(row.spool === undefined ? {} : { id: row.spool }),
      projectId: row.projectId,
      sourceName: sanitise(row.sourceName, lossless),
      options: sanitise(row.options, lossless),
      state: row.review === true ? "review" : "uploaded",
      replace: row.replace ?? false,
      keepSource: row.keepSource ?? true,
      manifest: sanitise(row.manifest ?? null, lossless),
      spool: row.spool ?? null,
      leaseUntil: sql`now() + ${TIMING.vouchMs}::float8 * interval '1 millisecond'`,
    })
    .returning({ id: imports.id });
  if (created === undefined) throw new Error("an import was not created");
  return created.id;
}

export async function noteSize(
  db: Db,
  scope: ImportScope,
  { files, bytes }: { files: number; bytes: number },
): Promise<void> {
  await update(db, scope, { files, bytes, bytesTotal: bytes });
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

/**
 * Ends an import and writes its issues: in the campaign's transaction, or on its own when it failed. An
 * upload stays named in the row until the runner has deleted it.
 *
 * @throws AppError conflict: another process took the import meanwhile, so that nothing of this one may stay
 */
export async function endImport(
  tx: Transaction,
  scope: ImportScope,
  end: ImportEnd,
  log: IssueLog,
): Promise<void> {
  const { projectId, importId } = scope;
  const ended = await tx`
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
      lease_until = null,
      lease_holder = null
    where id = ${importId} and project_id = ${projectId} and lease_holder = ${scope.holder}`;
  if (ended.count === 0) throw stopError("lost");
  await insertRows(
    tx,
    importIssues,
    log.kept.map(({ severity, code, message, place }, index) => ({
      projectId,
      importId,
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
}

/** Only who holds the lease writes. */
async function update(
  db: Db,
  { projectId, importId, holder }: ImportScope,
  values: Partial<typeof imports.$inferInsert>,
): Promise<void> {
  await db
    .update(imports)
    .set(values)
    .where(
      and(
        eq(imports.projectId, projectId),
        eq(imports.id, importId),
        eq(imports.leaseHolder, holder),
      ),
    );
}
