import type { ImportItem, Source } from "@/lib/importers/importer";
import { visibleText } from "@/lib/importers/visible-text";
import { completeCampaign, insertCampaign } from "./campaign-row";
import type { Report } from "./campaign-roster";
import { CampaignWriter } from "./campaign-writer";
import {
  counted,
  factsOf,
  knownImporter,
  stopIfAsked,
  type IngestResult,
  type Run,
} from "./ingest-run";
import type { Transaction } from "./insert-rows";
import { keepSource } from "./kept-source";
import { maskedSource } from "./masked-source";
import { createMaskedPlaces } from "./note-masked";
import { nothingImportable } from "./nothing-importable";
import { passedOverIssue } from "./passed-over";
import { readAhead } from "./read-ahead";
import { sanitise } from "./sanitise";
import { writeSeal } from "./seal-campaign";
import type { Fingerprint } from "./sources/fingerprint";
import { removeReplaced } from "./stored-campaign";
import { watchedSource } from "./watched-source";

/** A campaign whose row is written and whose episodes follow. */
type OpenCampaign = { id: string; slug: string; key: string; writer: CampaignWriter };

/**
 * Reads the source once and writes the campaign that is in it, in the transaction given.
 *
 * @returns the answer, and the end of the import's row
 * @throws AppError invalid_input: nothing in it could be imported; conflict: its key is taken, or the
 *   source changed meanwhile
 */
export async function writeCampaign(tx: Transaction, run: Run, fingerprint: Fingerprint) {
  const { progress } = run;
  const secrets = createMaskedPlaces();
  const watched = watchedSource(counted(run), fingerprint);
  // What the importer reads, and all that is kept of it, has no credentials; the fingerprint is of what came.
  const source = maskedSource(watched, (place) => secrets.add(place));
  progress.phase = "records";
  progress.bytesRead = 0;
  const campaign = await readRecords(tx, run, source, fingerprint.sha256);
  const files = await source.readFiles();
  await watched.settle();
  const passedOver = passedOverIssue(run.passedOver);
  if (passedOver !== null) run.log.add(passedOver);
  secrets.tell(run.log);
  const nothing = (missing: string) => nothingImportable(run.source.name, run.log.kept, missing);
  if (campaign === null) throw nothing("no campaign record was found");
  const sums = await campaign.writer.finish();
  if (sums.episodes === 0) throw nothing("no episode was found");
  const scope = { projectId: run.projectId, campaignId: campaign.id };
  const bytes = run.keepSource !== false && knownImporter(run).keepsLines !== true;
  if (bytes) progress.bytesRead = 0;
  await keepSource(tx, scope, files, { bytes });
  await completeCampaign(tx, scope, sums);
  const importer = knownImporter(run);
  const { refused, recoded, warning } = run.log.counts;
  await writeSeal(tx, scope, sums.root, {
    key: campaign.key,
    fingerprint: fingerprint.sha256,
    import: { id: run.scope.importId, refused, recoded, warnings: warning },
    importer: { id: importer.id, version: importer.version, options: readable(run.options) },
    episodes: sums.episodes,
  });
  const answer: IngestResult = { ...factsOf(run), state: "done", campaignSlug: campaign.slug };
  const { records, episodes } = progress;
  const end = { state: "done" as const, campaignId: campaign.id, records, episodes };
  return { answer, end };
}

async function readRecords(
  tx: Transaction,
  run: Run,
  source: Source,
  sha256: string,
): Promise<OpenCampaign | null> {
  const { progress, log } = run;
  const options = { ...run.options, fingerprint: sha256 };
  const given = { manifest: run.manifest };
  let campaign: OpenCampaign | null = null;
  for await (const item of readAhead(knownImporter(run).read(source, options, given))) {
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
  return campaign;
}

/** The first record has to be the campaign's; what comes before it is refused. */
async function openCampaign(
  tx: Transaction,
  run: Run,
  fingerprint: string,
  { record: given, raw, place }: Extract<ImportItem, { kind: "record" }>,
): Promise<OpenCampaign | null> {
  if (given.type !== "campaign") {
    run.log.add({
      severity: "refused",
      code: "before-campaign",
      message: `A record of type "${given.type}" stands before the campaign record.`,
      place,
    });
    return null;
  }
  const record = readable(given);
  if (run.replace === true) {
    const by = { fingerprint, key: record.key };
    run.replaced = await removeReplaced(tx, run.projectId, by);
    for (const name of run.replaced)
      run.log.add({
        severity: "warning",
        code: "campaign-replaced",
        message: `It took the place of the stored campaign "${visibleText(name, 120)}".`,
        place,
      });
  }
  const { projectId, importId } = run.scope;
  const { campaignId, slug } = await insertCampaign(
    tx,
    { projectId, importId, fingerprint },
    record,
  );
  const scope = { projectId, campaignId };
  const { id: importer, version: importerVersion } = knownImporter(run);
  const report: Report = (issue) => run.log.add(issue);
  const writer = new CampaignWriter(tx, scope, record, report, { importer, importerVersion });
  writer.keepCampaign(raw);
  return { id: campaignId, slug, key: record.key, writer };
}

/** What the database can hold of it. */
function readable<Value>(value: Value): Value {
  return sanitise(value, { nul: false, loneSurrogate: false });
}
