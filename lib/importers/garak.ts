import { isAbort } from "@/lib/domain/termination";
import { chosenOptions } from "./chosen-options";
import { counted } from "./counted";
import { garakRun, type GarakRun } from "./garak-campaign";
import { caseOf, episodeOf, verdictOf } from "./garak-episode";
import { answersOf, type Attempt, garakKind, recogniseGarak } from "./garak-entry";
import { createGarakEvals } from "./garak-evals";
import { garakLines } from "./garak-lines";
import { GARAK_OPTIONS, type GarakSettings, garakSettings } from "./garak-options";
import { type GarakSurvey, surveyGarak } from "./garak-survey";
import { issueItem, recordItem } from "./import-item";
import type { Importer, ImportItem, Place, Source } from "./importer";
import { createIssueTally, type IssueTally } from "./issue-tally";
import { MAX_NAME_BYTES } from "./limits";
import { noteSecrets } from "./note-secrets";
import { singleFile } from "./single-file";
import { UTC_OFFSET } from "./time-zone-option";
import { createVerdictLedger } from "./verdict-ledger";

/** Reports of NVIDIA garak 0.12 to 0.14 (spec/formats/garak.md): one report, one target. */
export const garak: Importer = {
  id: "garak",
  label: "garak report (report.jsonl)",
  version: 1,
  options: GARAK_OPTIONS,
  recognises: (probe) => recogniseGarak(probe.head),
  read: readGarak,
};

async function* readGarak(
  source: Source,
  options: Readonly<Record<string, string>>,
): AsyncGenerator<ImportItem, void> {
  const choice = chosenOptions(GARAK_OPTIONS, options, source);
  if ("issue" in choice) {
    yield choice.issue;
    return;
  }
  const settings = garakSettings(choice.chosen);
  const found = await singleFile(source, (head) => garakKind(head) === "report", "garak");
  if ("issue" in found) {
    yield found.issue;
    return;
  }
  const { file } = found;
  const survey = await surveyGarak(file);
  if (survey.entries === 0) {
    yield notAReport(garakKind(found.head) === "hitlog", { file: file.path });
    return;
  }
  const run = garakRun(source, survey, settings, options["fingerprint"]);
  const place: Place = { file: file.path };
  const tally = createIssueTally();
  const ledger = createVerdictLedger();
  const evals = createGarakEvals(run.threshold);
  const replicas = new Map<string, number>();
  noteSecrets(tally, run.secrets, place);
  yield recordItem(run.campaign, place);
  yield recordItem(run.arm, place);

  for await (const line of garakLines(file)) {
    if (line.kind === "refused") yield { kind: "issue", issue: line.issue };
    if (line.kind !== "attempt" || !survey.isLast(line.line)) continue;
    const { attempt } = line;
    const caseKey = survey.caseKeyOf(attempt);
    if (new TextEncoder().encode(caseKey).length > MAX_NAME_BYTES) {
      const message = `The name of its probe has more than ${MAX_NAME_BYTES} bytes.`;
      yield issueItem("refused", "name-too-long", message, line.place);
      continue;
    }
    noteSecrets(tally, line.secrets, line.place);
    noteAttempt(tally, attempt, line.duplicateKeys, line.place);
    const first = replicas.get(caseKey);
    if (first === undefined) {
      const named = caseOf(attempt, caseKey);
      noteSecrets(tally, named.secrets, line.place);
      yield recordItem(named.record, line.place);
    }
    const answers = answersOf(attempt);
    const tries = answers.length === 0 ? [null] : answers;
    for (const [index, answer] of tries.entries()) {
      const verdict = verdictOf(attempt, index, answer, settings, run.threshold);
      const cell = { arm: run.arm.key, case: caseKey, replica: (first ?? 0) + index };
      if (answers.length > 0) evals.add(attempt.probe_classname, verdict.scores);
      ledger.add(run.arm.key, verdict.termination, verdict.verdict, line.place);
      if (!isAbort(verdict.termination) && verdict.attackerAction === null) {
        noteUnjudged(tally, line.place);
      }
      yield recordItem(episodeOf(attempt, index, cell, verdict), line.place);
    }
    replicas.set(caseKey, (first ?? 0) + tries.length);
  }
  if (survey.whole) yield recordItem({ type: "end" }, place);
  yield* ledger.items();
  yield* tally.items();
  yield* evals.items(survey.evals, file.path);
  yield* closing(survey, run, settings, place);
  yield* found.warnings;
}

function notAReport(hitlog: boolean, place: Place): ImportItem {
  return hitlog
    ? issueItem(
        "refused",
        "hitlog-alone",
        "A hitlog lists the successful attacks alone, so no rate can be had from it; import the report of the same run.",
        place,
      )
    : issueItem(
        "refused",
        "not-a-garak-report",
        "Not one line of it is an entry of a garak report.",
        place,
      );
}

function noteAttempt(tally: IssueTally, attempt: Attempt, twice: boolean, place: Place): void {
  const answers = (attempt.outputs ?? []).length;
  const uneven = Object.values(attempt.detector_results ?? {}).some(
    (all) => all.length !== answers,
  );
  if (uneven) {
    tally.add(
      "warning",
      "scores-uneven",
      "",
      place,
      (n) =>
        `${counted(n, "attempt")} with another number of scores than of answers; an answer without a score is not judged.`,
    );
  }
  if (twice) {
    tally.add(
      "warning",
      "duplicate-field",
      "",
      place,
      (n) => `${counted(n, "attempt")} with a field twice in one object; the last one counts.`,
    );
  }
}

function noteUnjudged(tally: IssueTally, place: Place): void {
  tally.add(
    "warning",
    "not-judged",
    "",
    place,
    (n) =>
      `${counted(n, "answer")} that no detector judged, or not every one; whether the attack succeeded is unknown.`,
  );
}

function* closing(
  survey: GarakSurvey,
  run: GarakRun,
  settings: GarakSettings,
  place: Place,
): Generator<ImportItem> {
  const warn = (code: string, message: string) => issueItem("warning", code, message, place);
  if (survey.attempts === 0) yield warn("no-results", "The report holds no attempt.");
  if (survey.unevaluated > 0) {
    yield warn(
      "not-evaluated",
      `${counted(survey.unevaluated, "attempt")} that no detector ever saw.`,
    );
  }
  if (run.thresholdAssumed) {
    yield warn(
      "threshold-assumed",
      `The report names no threshold for a hit; garak's default of ${run.threshold} was taken.`,
    );
  }
  if (run.targetAssumed) {
    yield warn(
      "arm-from-file",
      "The report does not name its target, so the arm is called after the file.",
    );
  }
  if (run.zoned && settings.offset === UTC_OFFSET) {
    yield warn("time-zone-assumed", "Its times carry no zone and were read as UTC.");
  }
  if (!survey.whole) {
    yield warn(
      "interrupted",
      "The report has no end: the run was interrupted, or the file was cut.",
    );
  }
}
