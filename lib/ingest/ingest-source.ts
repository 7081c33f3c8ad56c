import type { Database } from "@/db/client";
import { AppError, isAppError } from "@/lib/errors";
import type { IssueGroup } from "@/db/schema/imports";
import type { Importer, ImportItem, Issue, Source } from "@/lib/importers/importer";
import { recogniseSource } from "@/lib/importers/recognise";
import { visibleText } from "@/lib/importers/visible-text";
import { insertCampaign, sealCampaign } from "./campaign-row";
import { CampaignWriter } from "./campaign-writer";
import { countedSource, measureSource } from "./counted-source";
import { databaseFault } from "./database-fault";
import { startProgress, throttled, type ImportProgress } from "./import-progress";
import {
  createImport,
  endImport,
  markRunning,
  noteFingerprint,
  noteFormat,
  noteProgress,
  type ImportScope,
} from "./import-rows";
import type { Transaction } from "./insert-rows";
import { createIssueLog, type IssueLog } from "./issue-log";
import { sanitise } from "./sanitise";
import { fingerprintSource, type Fingerprint } from "./sources/fingerprint";
import {
  findSameBytes,
  HOW_TO_REPLACE,
  readingDifferences,
  removeReplaced,
} from "./stored-campaign";
import { watchedSource } from "./watched-source";

export type IngestCounts = {
  records: number;
  episodes: number;
  refused: number;
  recoded: number;
  warnings: number;
};

export type IngestFacts = {
  importId: string;
  /** Null when nothing recognised the source. */
  format: { id: string; label: string } | null;
  counts: IngestCounts;
  /** Every code that was met with how often, and the first issues with their places. */
  issueGroups: readonly IssueGroup[];
  issues: readonly Issue[];
};

/** `refused` keeps nothing but the import with its reasons; `reason` is one sentence for a person. */
export type IngestResult = IngestFacts &
  (
    | { state: "done"; campaignSlug: string }
    | { state: "duplicate"; campaignSlug: string; campaignName: string }
    | { state: "refused"; reason: string }
  );

export type IngestInput = {
  database: Database;
  projectId: string;
  source: Source;
  /** The format, when the caller knows it; else it is recognised by its content. */
  importer?: Importer;
  options: Readonly<Record<string, string>>;
  /** Takes the place of the campaign of the same bytes or key, which is else in the way. */
  replace?: boolean;
  /** Paths that the source passed over because they are no plain files; may grow while it is read. */
  passedOver?: ReadonlySet<string>;
  /** An import that was noted already, as for an upload. */
  importId?: string;
  onProgress?: (progress: ImportProgress) => void;
  signal?: AbortSignal;
};

/** How often the row of a running import says how far it is. */
const PROGRESS_MS = 500;

/** The state of one run. */
type Run = Omit<IngestInput, "importer"> & {
  importer: Importer | null;
  scope: ImportScope;
  log: IssueLog;
  progress: ImportProgress;
  tell: () => void;
};

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

async function writeCampaign(tx: Transaction, run: Run, fingerprint: Fingerprint) {
  const { progress, log } = run;
  const importer = knownImporter(run);
  const { sha256 } = fingerprint;
  const options = { ...run.options, fingerprint: sha256 };
  const source = watchedSource(counted(run), fingerprint);
  progress.phase = "records";
  progress.bytesRead = 0;
  let campaign: { id: string; slug: string; writer: CampaignWriter } | null = null;
  for await (const item of importer.read(source, options)) {
    stopIfAsked(run.signal);
    if (item.kind === "issue") log.add(item.issue);
    else {
      progress.records += 1;
      if (campaign !== null) await campaign.writer.add(item);
      else campaign = await openCampaign(tx, run, sha256, item);
      progress.episodes = campaign?.writer.episodes ?? 0;
    }
    run.tell();
  }
  await source.settle();
  warnOfPassedOver(run);
  if (campaign === null) throw nothingImportable(run, "no campaign record was found");
  const sums = await campaign.writer.finish();
  if (sums.episodes === 0) throw nothingImportable(run, "no episode was found");
  await sealCampaign(tx, { projectId: run.projectId, campaignId: campaign.id }, sums);
  const answer: IngestResult = {
    ...factsOf(run),
    state: "done",
    campaignSlug: campaign.slug,
  };
  const { records, episodes } = progress;
  return {
    answer,
    end: { state: "done" as const, campaignId: campaign.id, records, episodes },
  };
}

/** The first record has to be the campaign's; what comes before it is refused. */
async function openCampaign(
  tx: Transaction,
  run: Run,
  fingerprint: string,
  { record, raw, place }: Extract<ImportItem, { kind: "record" }>,
) {
  if (record.type !== "campaign") {
    run.log.add({
      severity: "refused",
      code: "before-campaign",
      message: `A record of type "${record.type}" stands before the campaign record.`,
      place,
    });
    return null;
  }
  const readable = sanitise(record, { nul: false, loneSurrogate: false });
  if (run.replace === true) {
    const by = { fingerprint, key: readable.key };
    for (const name of await removeReplaced(tx, run.projectId, by))
      run.log.add({
        severity: "warning",
        code: "campaign-replaced",
        message: `It took the place of the stored campaign "${name}".`,
        place,
      });
  }
  const source = { ...run.scope, fingerprint };
  const { campaignId, slug } = await insertCampaign(tx, source, readable);
  const scope = { projectId: run.projectId, campaignId };
  const writer = new CampaignWriter(tx, scope, readable, (issue) => run.log.add(issue));
  writer.keepCampaign(raw);
  return { id: campaignId, slug, writer };
}

/** Links may lead out of what the user named or in a circle, so that they are not followed, but told. */
function warnOfPassedOver({ passedOver, log }: Run): void {
  const [first] = passedOver ?? [];
  if (passedOver === undefined || first === undefined) return;
  const count = passedOver.size;
  const what = count === 1 ? "One path was" : `${count} paths were`;
  log.add({
    severity: "warning",
    code: "passed-over",
    message: `${what} passed over: symbolic links and special files are not read. The first is ${visibleText(first)}.`,
    place: { file: first },
  });
}

function knownImporter({ importer }: Run): Importer {
  if (importer === null) throw new Error("a source is read after its format is known");
  return importer;
}

function nothingImportable(run: Run, found: string): AppError {
  const first = run.log.kept.find((issue) => issue.severity === "refused");
  const why = first === undefined ? `${found}.` : `${found}. First reason: ${first.message}`;
  return new AppError("invalid_input", `Nothing of "${run.source.name}" was imported: ${why}`);
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

function counted(run: Run): Source {
  return countedSource(run.source, (bytes) => {
    stopIfAsked(run.signal);
    run.progress.bytesRead += bytes;
    run.tell();
  });
}

function stopIfAsked(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true)
    throw new AppError("unavailable", "The import was stopped; nothing of it was kept.");
}

function factsOf({ scope, importer, progress, log }: Run): IngestFacts {
  return {
    importId: scope.importId,
    format: importer === null ? null : { id: importer.id, label: importer.label },
    counts: {
      records: progress.records,
      episodes: progress.episodes,
      refused: log.counts.refused,
      recoded: log.counts.recoded,
      warnings: log.counts.warning,
    },
    issueGroups: log.groups,
    issues: log.kept,
  };
}
