import { createEpisodeLedger } from "./episode-ledger";
import { headFields } from "./head-fields";
import { issueItem, recordItem } from "./import-item";
import type { Importer, ImportItem, Source } from "./importer";
import { armsOf, type LogCell } from "./inspect-arms";
import { campaignOf, runIdOf } from "./inspect-campaign";
import { caseOf, episodeOf, sampleName } from "./inspect-episode";
import {
  countIssues,
  headerIssues,
  missingSamples,
  noteSample,
  otherFiles,
} from "./inspect-log-issues";
import { findLogs, type InspectLog } from "./inspect-logs";
import { INSPECT_OPTIONS, type InspectSettings, readSettings } from "./inspect-options";
import { newestLogs } from "./inspect-retries";
import type { FoundSample } from "./inspect-samples";
import { createScoreReport } from "./inspect-score-report";
import { firstScorerOf } from "./inspect-scores";
import { createIssueTally, type IssueTally } from "./issue-tally";
import { MAX_NAME_BYTES } from "./limits";
import { maskSecrets } from "./mask-secrets";
import { visibleText } from "./visible-text";

/** Logs of Inspect AI (spec/formats/inspect.md): `.eval` archives, opened by the source, and `.json`. */
export const inspect: Importer = {
  id: "inspect",
  label: "Inspect AI log (.eval or .json)",
  version: 1,
  options: INSPECT_OPTIONS,
  recognises(probe) {
    const fields = headFields(probe.head);
    const has = (name: string) => fields?.has(name) ?? false;
    // Of a long list of sample ids, the head ends before the plan begins.
    const isCut = probe.head.length >= 64 * 1024;
    return has("version") && has("eval") && (has("status") || has("plan") || isCut)
      ? { recognised: true }
      : {
          recognised: false,
          lookedFor:
            "a JSON object with `version`, `eval` and `status` or `plan`, as Inspect writes it, alone or in an .eval archive",
        };
  },
  read: readInspect,
};

/**
 * Reads logs, one sample held at a time. The options are those of `options`, and `fingerprint`, the
 * SHA-256 of the source in hex, which makes the campaign's key its own. There is no `end` unless every log
 * says that its run came to its end.
 */
async function* readInspect(
  source: Source,
  options: Readonly<Record<string, string>>,
): AsyncGenerator<ImportItem> {
  const settings = readSettings(options);
  if ("invalid" in settings) {
    const message = `The option ${settings.invalid} has a value that it cannot have.`;
    yield issueItem("refused", "invalid-option", message, { file: source.name });
    return;
  }
  const found = await findLogs(source);
  yield* found.issues;
  if (found.logs.length === 0) {
    const message = "There is no log of Inspect in it that can be read.";
    yield issueItem("refused", "empty-source", message, { file: source.name });
    return;
  }
  const { kept, superseded } = newestLogs(found.logs);
  for (const { log, by } of superseded) {
    const message = `It is an older log, or a copy, of the run in ${visibleText(by.path, 160)}, which was read in its place.`;
    yield issueItem("warning", "log-superseded", message, { file: log.path });
  }
  yield recordItem(campaignOf(source, kept, options["fingerprint"]), { file: source.name });
  if (new Set(kept.map(runIdOf)).size > 1) {
    const message = `${kept.length} logs of several runs are taken as one campaign.`;
    yield issueItem("warning", "several-runs", message, { file: source.name });
  }
  yield* readLogs(source, kept, settings, found.nonFinite);
  if (kept.every(({ status }) => status === "success")) {
    yield recordItem({ type: "end" }, { file: source.name });
  }
  yield* otherFiles(found.others);
}

async function* readLogs(
  source: Source,
  logs: readonly InspectLog[],
  settings: InspectSettings,
  nonFinite: number,
): AsyncGenerator<ImportItem> {
  const tally = createIssueTally();
  const run: Run = {
    settings,
    tally,
    report: createScoreReport(settings, source.name),
    ledger: createEpisodeLedger<string>(),
    arms: new Set(),
    cases: new Set(),
    nonFinite,
    masked: 0,
  };
  const cells = armsOf(logs);
  for (const log of logs) {
    const cell = cells.get(log);
    if (cell === undefined) continue;
    yield* headerIssues(log, cell);
    let listed = 0;
    for await (const sample of log.samples()) {
      listed += 1;
      yield* readSample(sample, log, cell, run);
    }
    yield* missingSamples(log, listed);
  }
  yield* run.report.items();
  yield* tally.items();
  yield* countIssues(run, { file: source.name });
}

type Run = {
  settings: InspectSettings;
  tally: IssueTally;
  report: ReturnType<typeof createScoreReport>;
  ledger: ReturnType<typeof createEpisodeLedger<string>>;
  arms: Set<string>;
  cases: Set<string>;
  /** Numbers that are none, and credentials that were masked, so far. */
  nonFinite: number;
  masked: number;
};

function* readSample(
  found: FoundSample,
  log: InspectLog,
  { arm, replicaOffset }: LogCell,
  run: Run,
): Generator<ImportItem> {
  const { settings, tally, report, ledger, arms, cases } = run;
  if (found.kind === "issue") {
    yield found;
    return;
  }
  const { sample, place } = found;
  const name = sampleName(sample);
  if (name === null) {
    const message = "A sample has to have an `id`, a text or whole number, and a whole `epoch`.";
    yield issueItem("refused", "not-a-sample", message, place);
    return;
  }
  const caseRecord = caseOf(sample, log.task, name.id, settings.split);
  if (isLong(arm.key) || isLong(caseRecord.key)) {
    const message = `The names of its model, task or sample have more than ${MAX_NAME_BYTES} bytes.`;
    yield issueItem("refused", "name-too-long", message, place);
    return;
  }
  const replica = replicaOffset + name.epoch;
  const earlier = ledger.enter(arm.key, caseRecord.key, replica, place.path ?? place.file);
  if (earlier !== null) {
    const message = `Arm, case and replica are those of ${visibleText(earlier, 160)}, which was kept.`;
    yield issueItem("refused", "duplicate-episode", message, place);
    return;
  }
  if (!arms.has(arm.key)) {
    arms.add(arm.key);
    yield recordItem(arm, place);
  }
  if (!cases.has(caseRecord.key)) {
    cases.add(caseRecord.key);
    const masked = maskSecrets(caseRecord, { names: false });
    run.masked += masked.places.length;
    yield recordItem(masked.value, place);
  }
  const cell = { arm: arm.key, case: caseRecord.key, replica };
  const firstScorer = firstScorerOf(log.header);
  const read = episodeOf(sample, cell, settings, { log: log.path, firstScorer });
  report.add(read, place);
  run.nonFinite += found.nonFinite;
  noteSample(tally, place, found, read.notes);
  const masked = maskSecrets(read.record, { names: false });
  run.masked += masked.places.length;
  yield recordItem(masked.value, place);
}

function isLong(name: string): boolean {
  return new TextEncoder().encode(name).length > MAX_NAME_BYTES;
}
