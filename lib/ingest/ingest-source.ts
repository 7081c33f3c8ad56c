import { AppError, isAppError } from "@/lib/errors";
import { recogniseSource } from "@/lib/importers/recognise";
import { measureSource } from "./counted-source";
import { databaseFault } from "./database-fault";
import { startProgress, throttled } from "./import-progress";
import {
  createImport,
  endImport,
  markRunning,
  noteFingerprint,
  noteFormat,
  noteProgress,
} from "./import-rows";
import { counted, factsOf, knownImporter } from "./ingest-run";
import type { IngestInput, IngestResult, Run } from "./ingest-run";
import type { Transaction } from "./insert-rows";
import { createIssueLog } from "./issue-log";
import { sanitise } from "./sanitise";
import { fingerprintSource, type Fingerprint } from "./sources/fingerprint";
import { findSameBytes, HOW_TO_REPLACE, readingDifferences } from "./stored-campaign";
import { writeCampaign } from "./write-campaign";

export type { IngestInput, IngestResult } from "./ingest-run";

/** How often the row of a running import says how far it is. */
const PROGRESS_MS = 500;

/**
 * Brings one source in: the only way by which a campaign is written. Everything of the campaign is one
 * transaction, so that it is there whole or not at all; the import and its reasons stay in any case.
 *
 * The same source read the same way twice in a project is a duplicate, also when both imports run at
 * once. Read another way (options, importer, scoring rules), or with the key of a stored campaign, it is
 * refused unless it is to replace that one, which then goes in the same transaction. A record that cannot
 * be taken is refused with its place and counted, and the others are kept.
 *
 * @throws AppError database, storage or unavailable, and whatever an importer should not have thrown;
 *   the import is then marked failed
 */
export async function ingestSource(input: IngestInput): Promise<IngestResult> {
  const { database, projectId, source, options } = input;
  const importId =
    input.importId ??
    (await createImport(database.db, { projectId, sourceName: source.name, options }));
  const scope = { projectId, importId };
  const progress = startProgress();
  const reports = throttled((now) => noteProgress(database.db, scope, now), PROGRESS_MS);
  const tell = () => {
    input.onProgress?.(progress);
    reports.tell(progress);
  };
  const importer = input.importer ?? null;
  const run: Run = { ...input, importer, scope, log: createIssueLog(), progress, tell };
  try {
    return await database.sql.begin("isolation level read committed", async (tx) => {
      await holdImport(tx, importId);
      const fingerprint = await identify(run);
      await lockSource(tx, projectId, fingerprint.sha256);
      const result =
        (await findDuplicate(tx, run, fingerprint.sha256)) ??
        (await writeCampaign(tx, run, fingerprint));
      await reports.settled();
      await endImport(tx, scope, { error: null, ...result.end }, run.log);
      return result.answer;
    });
  } catch (error) {
    await reports.settled();
    return await fail(run, databaseFault(error));
  }
}

/** The lock tells a starting server that this import lives; a page's timeouts do not hold here. */
async function holdImport(tx: Transaction, importId: string): Promise<void> {
  await tx`set local statement_timeout = 0`;
  await tx`set local idle_in_transaction_session_timeout = '10min'`;
  await tx`select pg_advisory_xact_lock(hashtextextended(${importId}::text, 0))`;
}

/** One import at a time for each source. */
async function lockSource(tx: Transaction, projectId: string, fingerprint: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`${projectId} ${fingerprint}`}::text, 0))`;
}

/** Measures the source, finds its format and reads its fingerprint. */
async function identify(run: Run): Promise<Fingerprint> {
  const { database, scope, progress, source } = run;
  const measured = await measureSource(source);
  progress.bytesTotal = measured.bytes;
  await markRunning(database.db, scope, measured);
  if (run.importer === null) {
    const recognised = await recogniseSource(source);
    if ("refusal" in recognised) throw new AppError("invalid_input", recognised.refusal);
    run.importer = recognised.importer;
  }
  await noteFormat(database.db, scope, run.importer);
  const fingerprint = await fingerprintSource(counted(run));
  await noteFingerprint(database.db, scope, fingerprint.sha256);
  return fingerprint;
}

/** The answer when nothing new would come of the source; null when it is to be read. */
async function findDuplicate(tx: Transaction, run: Run, fingerprint: string) {
  const stored = await findSameBytes(tx, run.projectId, fingerprint);
  if (stored === null) return null;
  const differences = readingDifferences(stored, knownImporter(run), run.options);
  if (differences.length > 0) {
    if (run.replace === true) return null;
    const how = differences.join(", ");
    throw new AppError(
      "conflict",
      `The same bytes are stored as the campaign "${stored.name}", but were read otherwise: ${how}. Leave it as it is, or ${HOW_TO_REPLACE}`,
    );
  }
  const answer: IngestResult = {
    ...factsOf(run),
    state: "duplicate",
    campaignSlug: stored.slug,
    campaignName: stored.name,
  };
  return {
    answer,
    end: { state: "duplicate" as const, campaignId: stored.id, records: 0, episodes: 0 },
  };
}

/** What the source itself is to blame for is an answer; anything else goes on to the caller. */
async function fail(run: Run, error: unknown): Promise<IngestResult> {
  const foreseen = isAppError(error);
  const reason = foreseen
    ? error.message
    : "The import stopped at a fault of the program; nothing of it was kept.";
  const { records } = run.progress;
  const end = { state: "failed", campaignId: null, records, episodes: 0 } as const;
  try {
    await run.database.sql.begin((tx) =>
      endImport(tx, run.scope, { ...end, error: storable(reason) }, run.log),
    );
  } catch {
    // The database is gone: what it was told first is the error that matters.
    throw error;
  }
  if (!foreseen || (error.code !== "invalid_input" && error.code !== "conflict")) throw error;
  return { ...factsOf(run), state: "refused", reason };
}

function storable(text: string): string {
  return sanitise(text, { nul: false, loneSurrogate: false });
}
