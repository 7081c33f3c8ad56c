import type { Database } from "@/db/client";
import { manifestSchema, type Manifest } from "@/lib/domain/records";
import { AppError, isAppError } from "@/lib/errors";
import type { Source } from "@/lib/importers/importer";
import { isConnectionLoss } from "./database-fault";
import type { Claim } from "./import-claim";
import type { Lease } from "./import-lease";
import { throttled, type ImportProgress } from "./import-progress";
import { endImport, noteProgress } from "./import-rows";
import { stopOf } from "./import-stop";
import { ingestSource } from "./ingest-source";
import { createIssueLog } from "./issue-log";
import { beginAgain, parkImport } from "./park-import";
import { sanitise } from "./sanitise";
import { deleteSpool, spooledSource } from "./upload/spool";

/** Reads a source to its end and says what an import of it would come to, as plain JSON. */
export type PreviewOf = (input: {
  source: Source;
  options: Readonly<Record<string, string>>;
  manifest?: Manifest;
  signal: AbortSignal;
  onProgress: (progress: ImportProgress) => void;
}) => Promise<unknown>;

type Job = {
  claim: Claim;
  lease: Lease;
  dataDir: string;
  log: (line: string) => void;
  preview: PreviewOf;
  /** Called when the database went away under it. */
  onLost: () => void;
};

const PROGRESS_MS = 500;

/** Imports an upload that was claimed, and deletes it when the import has ended. Never rejects. */
export async function runJob(database: Database, job: Job): Promise<void> {
  const { claim, lease } = job;
  await guarded(database, job, async (source, manifest) => {
    const { projectId, options, replace, keepSource } = claim;
    const given = { projectId, source, options, replace, keepSource, ...manifest };
    await ingestSource({ database, lease, ...given });
  });
  const [row] = await database.sql<{ ended: boolean }[]>`
    select finished_at is not null as ended from imports
    where id = ${claim.importId} and project_id = ${claim.projectId}`.catch(() => []);
  if (row?.ended !== true || claim.spool === null) return;
  // What cannot be deleted now is with a later look (spent-uploads.ts).
  await deleteSpool(job.dataDir, claim.spool)
    .then(() => database.sql`update imports set spool = null where id = ${claim.importId}`)
    .catch(() => {});
}

/** Looks at an upload that waits for its review and keeps what it saw. Never rejects. */
export async function runPreview(database: Database, job: Job): Promise<void> {
  const { claim, lease, preview } = job;
  const reports = throttled((now) => noteProgress(database.db, claim, now), PROGRESS_MS);
  await guarded(database, job, async (source, manifest) => {
    const seen = await preview({
      source,
      options: claim.options,
      ...manifest,
      signal: lease.signal,
      onProgress: (progress) => reports.tell(progress),
    });
    await reports.settled();
    const json = JSON.stringify(sanitise(seen, { nul: false, loneSurrogate: false }));
    await database.sql`
      update imports set preview = ${json}::text::jsonb, attempts = 0, lease_holder = null,
        lease_until = null
      where id = ${claim.importId} and project_id = ${claim.projectId} and state = 'review'
        and lease_holder = ${claim.holder}`;
  });
}

async function guarded(
  database: Database,
  { claim, lease, dataDir, log, onLost }: Job,
  work: (source: Source, manifest: { manifest?: Manifest }) => Promise<void>,
): Promise<void> {
  try {
    const source = await openUpload(dataDir, claim.spool);
    const manifest =
      claim.manifest === null ? {} : { manifest: manifestSchema.parse(claim.manifest) };
    await work(source, manifest);
  } catch (error) {
    const stop = stopOf(lease.signal);
    // The import's row has the sentence; what is behind it belongs to the operator.
    if (stop === null) log(`Import ${claim.importId} broke off: ${describe(error)}`);
    await settle(database, claim, stop === "parked", error).catch(() => {});
    if (isConnectionLoss(error)) onLost();
  } finally {
    await lease.release();
  }
}

/** What `ingestSource` has not ended itself; nothing is changed where it has. */
async function settle(database: Database, claim: Claim, parked: boolean, error: unknown) {
  if (parked) return parkImport(database.sql, claim);
  if (isConnectionLoss(error) && (await beginAgain(database.sql, claim))) return;
  const reason = isAppError(error)
    ? error.message
    : "The import stopped at a fault of the program; nothing of it was kept.";
  const end = { state: "failed", campaignId: null, records: 0, episodes: 0 } as const;
  const storable = sanitise(reason, { nul: false, loneSurrogate: false });
  return database.sql.begin((tx) =>
    endImport(tx, claim, { ...end, error: storable }, createIssueLog()),
  );
}

async function openUpload(dataDir: string, spool: string | null): Promise<Source> {
  try {
    if (spool === null) throw new Error("the import has no upload");
    return await spooledSource(dataDir, spool);
  } catch (cause) {
    throw new AppError(
      "storage",
      "The upload is no longer on the server, so that it cannot be read; nothing was imported. Upload it again.",
      { cause },
    );
  }
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  const why = cause instanceof Error ? ` (${cause.stack ?? cause.message})` : "";
  return `${isAppError(error) ? error.message : (error.stack ?? error.message)}${why}`;
}
