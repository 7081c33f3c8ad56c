import { audit } from "@/lib/audit/audit";
import { SYSTEM } from "@/lib/domain/actor";
import { AppError, isAppError } from "@/lib/errors";
import { recogniseSource } from "@/lib/importers/recognise";
import { visibleText } from "@/lib/importers/visible-text";
import { measureSource } from "./counted-source";
import { databaseFault, isConnectionLoss } from "./database-fault";
import { holdConnection, lockSource } from "./held-connection";
import type { Lease } from "./import-lease";
import { startProgress, throttled } from "./import-progress";
import {
  createImport,
  endImport,
  noteFingerprint,
  noteFormat,
  noteProgress,
  noteSize,
} from "./import-rows";
import { importTransaction } from "./import-transaction";
import { stopError, stopOf } from "./import-stop";
import { counted, factsOf, knownImporter } from "./ingest-run";
import type { IngestInput, IngestResult, Run } from "./ingest-run";
import type { Transaction } from "./insert-rows";
import { createIssueLog } from "./issue-log";
import { ownTurn } from "./own-turn";
import { parkImport } from "./park-import";
import { publishCheckpoint } from "./publish-checkpoint";
import { sanitise } from "./sanitise";
import { partFingerprint } from "./part-fingerprint";
import { fingerprintSource, type Fingerprint } from "./sources/fingerprint";
import { findSameBytes, holdStored, HOW_TO_REPLACE, readingDifferences } from "./stored-campaign";
import { writeCampaign } from "./write-campaign";

export type { IngestInput, IngestResult } from "./ingest-run";

/** How often the row of a running import says how far it is. */
const PROGRESS_MS = 500;

/**
 * Brings one source in: the only way by which a campaign is written. Everything of the campaign is one
 * transaction, so that it is there whole or not at all; the import and its reasons stay in any case.
 *
 * An import without a lease is noted and waits for its turn: two run at once over all processes.
 *
 * The same source read the same way twice in a project is a duplicate, also when both imports run at
 * once. Read another way (options, manifest, importer, scoring rules), or with the key of a stored
 * campaign, it is refused unless it is to replace that one, which then goes in the same transaction. A
 * record that cannot be taken is refused with its place and counted, and the others are kept.
 *
 * @throws AppError database, storage or unavailable, and whatever an importer should not have thrown;
 *   the import is then marked failed, unless it goes on elsewhere or later, or has a lease of the caller's
 *   and lost its connection
 */
export async function ingestSource(input: IngestInput): Promise<IngestResult> {
  const result = await (input.lease === undefined
    ? ingestInTurn(input)
    : ingestUnder(input, input.lease));
  if (result.state === "done") await publishCheckpoint(input.database.sql);
  return result;
}

async function ingestInTurn(input: IngestInput): Promise<IngestResult> {
  const { database, projectId, source, options, replace, keepSource, manifest } = input;
  const row = { projectId, sourceName: source.name, options, replace, keepSource, manifest };
  const importId = await createImport(database.db, row);
  const lease = await ownTurn(database, { projectId, importId }, input);
  try {
    return await ingestUnder(input, lease);
  } finally {
    await lease.release();
  }
}

async function ingestUnder(input: IngestInput, lease: Lease): Promise<IngestResult> {
  const { database } = input;
  const { scope } = lease;
  const progress = startProgress();
  const reports = throttled((now) => noteProgress(database.db, scope, now), PROGRESS_MS);
  const tell = () => {
    input.onProgress?.(progress);
    reports.tell(progress);
  };
  const signals = [lease.signal, ...(input.signal === undefined ? [] : [input.signal])];
  const signal = AbortSignal.any(signals);
  const importer = input.importer ?? null;
  const run: Run = {
    ...input,
    importer,
    scope,
    signal,
    log: createIssueLog(),
    replaced: [],
    progress,
    tell,
  };
  try {
    return await importTransaction(database.sql, async (tx) => {
      const letGo = await holdConnection(tx, run);
      try {
        const { answer, end } = await bringIn(tx, run);
        await reports.settled();
        await endImport(tx, scope, { error: null, ...end }, run.log);
        if (end.state === "done") await tellOfCampaign(tx, run, end);
        return answer;
      } finally {
        letGo();
      }
    });
  } catch (error) {
    await reports.settled();
    const fault = databaseFault(error);
    // Who gave the lease has the source, and may begin again.
    const mayBeginAgain = input.lease !== undefined && stopOf(signal) === null;
    if (mayBeginAgain && isConnectionLoss(fault)) throw fault;
    return await fail(run, fault);
  }
}

async function bringIn(tx: Transaction, run: Run) {
  const fingerprint = await identify(run);
  await lockSource(tx, run.projectId, fingerprint.sha256);
  const duplicate = await findDuplicate(tx, run, fingerprint.sha256);
  return duplicate ?? (await writeCampaign(tx, run, fingerprint));
}

/** Last in the transaction: whoever tells of something waits for its end (lib/audit/audit.ts). */
async function tellOfCampaign(
  tx: Transaction,
  { scope, replaced, source }: Run,
  { campaignId, episodes }: { campaignId: string; episodes: number },
): Promise<void> {
  const { projectId, importId } = scope;
  for (const name of replaced)
    await audit(tx, SYSTEM, {
      action: "campaign.replaced",
      projectId,
      object: { kind: "campaign", id: campaignId },
      detail: { name, import: importId },
    });
  await audit(tx, SYSTEM, {
    action: "import.sealed",
    projectId,
    object: { kind: "campaign", id: campaignId },
    detail: { import: importId, source: source.name, episodes },
  });
}

/** Measures the source, finds its format and reads its fingerprint. */
async function identify(run: Run): Promise<Fingerprint> {
  const { database, scope, progress, source } = run;
  const measured = await measureSource(source);
  progress.bytesTotal = measured.bytes;
  await noteSize(database.db, scope, measured);
  if (run.importer === null) {
    const recognised = await recogniseSource(source);
    if ("refusal" in recognised) throw new AppError("invalid_input", recognised.refusal);
    run.importer = recognised.importer;
  }
  await noteFormat(database.db, scope, run.importer);
  const whole = await fingerprintSource(counted(run));
  const sha256 = partFingerprint(whole.sha256, run.importer, run.options);
  await noteFingerprint(database.db, scope, sha256);
  return { ...whole, sha256 };
}

/** The answer when nothing new would come of the source; null when it is to be read. */
async function findDuplicate(tx: Transaction, run: Run, fingerprint: string) {
  const stored = await findSameBytes(tx, run.projectId, fingerprint);
  if (stored === null) return null;
  const differences = readingDifferences(stored, knownImporter(run), run);
  if (differences.length > 0) {
    if (run.replace === true) return null;
    const how = differences.join(", ");
    throw new AppError(
      "conflict",
      `The same bytes are stored as the campaign "${visibleText(stored.name, 80)}", but were read otherwise: ${how}. Leave it as it is, or ${HOW_TO_REPLACE}`,
    );
  }
  // Somebody may be just deleting it: then it is imported anew.
  if (!(await holdStored(tx, { projectId: run.projectId, campaignId: stored.id }))) return null;
  const answer: IngestResult = {
    ...factsOf(run),
    state: "duplicate",
    campaignSlug: stored.slug,
    campaignName: stored.name,
  };
  const end = { state: "duplicate" as const, campaignId: stored.id, records: 0, episodes: 0 };
  return { answer, end };
}

/** What the source itself is to blame for is an answer; anything else goes on to the caller. */
async function fail(run: Run, error: unknown): Promise<IngestResult> {
  const stop = stopOf(run.signal);
  const told = stop === null ? error : stopError(stop);
  if (stop === "lost") throw told;
  if (stop === "parked") {
    await parkImport(run.database.sql, run.scope);
    throw told;
  }
  const foreseen = isAppError(told);
  const reason = foreseen
    ? told.message
    : "The import stopped at a fault of the program; nothing of it was kept.";
  const { records } = run.progress;
  const end =
    stop === "cancelled"
      ? { state: "cancelled" as const, error: null }
      : { state: "failed" as const, error: storable(reason) };
  try {
    await run.database.sql.begin((tx) =>
      endImport(tx, run.scope, { ...end, campaignId: null, records, episodes: 0 }, run.log),
    );
  } catch {
    // The database is gone, or another process has the import: what came first is what matters.
    throw told;
  }
  const isAnswer =
    stop === "cancelled" ||
    (foreseen && (told.code === "invalid_input" || told.code === "conflict"));
  if (!isAnswer) throw told;
  return { ...factsOf(run), state: "refused", reason };
}

function storable(text: string): string {
  return sanitise(text, { nul: false, loneSurrogate: false });
}
