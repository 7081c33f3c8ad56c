import { chosenOptions } from "./chosen-options";
import { counted } from "./counted";
import { issueItem, recordItem } from "./import-item";
import type { Importer, ImportItem, Source } from "./importer";
import { createIssueTally, type IssueTally } from "./issue-tally";
import { MAX_NAME_BYTES } from "./limits";
import { armOf, campaignOf, statsOf } from "./promptfoo-campaign";
import { caseOf, episodeOf, splitOf } from "./promptfoo-episode";
import { promptfooForm, recognisePromptfoo } from "./promptfoo-form";
import { PROMPTFOO_OPTIONS, promptfooSettings } from "./promptfoo-options";
import { type ReadRow, promptfooRows } from "./promptfoo-rows";
import { attackOf } from "./promptfoo-row";
import { type PromptfooSurvey, surveyPromptfoo } from "./promptfoo-survey";
import { noteSecrets } from "./note-secrets";
import { singleFile } from "./single-file";
import { createVerdictLedger } from "./verdict-ledger";
import { visibleText } from "./visible-text";

/** Results of `promptfoo eval` and `promptfoo redteam` (spec/formats/promptfoo.md), version 3. */
export const promptfoo: Importer = {
  id: "promptfoo",
  label: "promptfoo results (results.json version 3, or .jsonl)",
  version: 1,
  options: PROMPTFOO_OPTIONS,
  recognises: (probe) => recognisePromptfoo(probe.head),
  read: readPromptfoo,
};

type Row = Extract<ReadRow, { kind: "row" }>;

async function* readPromptfoo(
  source: Source,
  options: Readonly<Record<string, string>>,
): AsyncGenerator<ImportItem, void> {
  const choice = chosenOptions(PROMPTFOO_OPTIONS, options, source);
  if ("issue" in choice) {
    yield choice.issue;
    return;
  }
  const settings = promptfooSettings(choice.chosen);
  const found = await singleFile(source, (head) => promptfooForm(head) !== null, "promptfoo");
  if ("issue" in found) {
    yield found.issue;
    return;
  }
  const { file } = found;
  const form = promptfooForm(found.head);
  if (form === null) {
    const message =
      "These are no results of promptfoo: neither a document with `evalId` and `results.version` nor lines of results.";
    yield issueItem("refused", "not-promptfoo", message, { file: file.path });
    return;
  }
  const survey = await surveyPromptfoo(file, form);
  if ("broken" in survey) {
    yield { kind: "issue", issue: survey.broken };
    return;
  }
  const campaign = campaignOf(source, survey, options["fingerprint"]);
  if ("issue" in campaign) {
    yield campaign.issue;
    return;
  }

  const tally = createIssueTally();
  const ledger = createVerdictLedger();
  const known = { arms: new Set<string>(), cases: new Set<string>(), rows: new Set<string>() };
  const replicas = new Map<string, number>();
  noteSecrets(tally, campaign.secrets, { file: file.path });
  yield recordItem(campaign.record, { file: file.path });

  let cut = false;
  for await (const read of promptfooRows(file, form)) {
    if (read.kind === "refused") {
      // A line that was being written when the run died is the last one.
      cut = form === "lines" && read.issue.code === "not-json";
      yield { kind: "issue", issue: read.issue };
    }
    if (read.kind !== "row") continue;
    cut = false;
    const { row, place } = read;
    const path = place.path ?? "$";
    const arm = survey.armKeyOf(row);
    const caseKey = survey.caseKeyOf(row);
    const refusal = refusalOf(read, [arm, caseKey], known.rows);
    if (refusal !== null) {
      yield refusal;
      continue;
    }
    if (!known.arms.has(arm)) {
      known.arms.add(arm);
      yield recordItem(armOf(arm, row, survey), place);
    }
    if (!known.cases.has(caseKey)) {
      known.cases.add(caseKey);
      const named = caseOf(row, caseKey, settings, path);
      noteSecrets(tally, named.secrets, place);
      yield recordItem(named.record, place);
    }
    const cell = `${arm}\n${caseKey}`;
    const replica = replicas.get(cell) ?? 0;
    replicas.set(cell, replica + 1);
    const from = { path, rawLength: read.rawLength };
    const episode = episodeOf(row, { arm, case: caseKey, replica }, settings, from);
    if (splitOf(row, settings) === "attack") {
      ledger.add(arm, episode.record.termination, episode.ending.verdict, place);
    }
    noteRow(tally, read, episode);
    yield recordItem(episode.record, place);
  }
  if (!cut) yield recordItem({ type: "end" }, { file: file.path });
  yield* ledger.items();
  yield* tally.items();
  yield* closing(survey, form, file.path, cut);
  yield* found.warnings;
}

function refusalOf(
  { row, place }: Row,
  names: readonly string[],
  rows: Set<string>,
): ImportItem | null {
  if (names.some((name) => new TextEncoder().encode(name).length > MAX_NAME_BYTES)) {
    const message = `The name of its provider or test has more than ${MAX_NAME_BYTES} bytes.`;
    return issueItem("refused", "name-too-long", message, place);
  }
  if (typeof row.id !== "string") return null;
  if (rows.has(row.id)) {
    const message = `The result ${visibleText(row.id, 60)} stands in the file already and was kept there.`;
    return issueItem("refused", "duplicate-episode", message, place);
  }
  rows.add(row.id);
  return null;
}

function noteRow(tally: IssueTally, read: Row, episode: ReturnType<typeof episodeOf>): void {
  const { row, place, duplicateKeys, secrets } = read;
  const warn = (code: string, say: (count: number) => string) =>
    tally.add("warning", code, "", place, say);
  noteSecrets(tally, [...secrets, ...episode.secrets], place);
  if (attackOf(row) === null) {
    warn(
      "ordinary-tests",
      (n) =>
        `${counted(n, "result")} of tests without a red-team plugin; the import's option says what they are.`,
    );
  }
  if (episode.record.terminationDetail?.startsWith("stopReason: Max ")) {
    warn(
      "attacker-limit",
      (n) =>
        `${counted(n, "result")} in which the attack ran out of its own turns; the import's option says what that means.`,
    );
  }
  if (episode.ending.failed === null && episode.ending.termination === "task_done") {
    warn(
      "not-judged",
      (n) =>
        `${counted(n, "result")} passed without any assertion; whether the attack succeeded is unknown.`,
    );
  }
  if (episode.ungraded) {
    warn(
      "passed-unread",
      (n) =>
        `${counted(n, "answer")} passed a red-team assertion without being read by its grader, as promptfoo does where it sees a refusal.`,
    );
  }
  if (typeof row.success === "boolean" && row.success !== (row.failureReason === 0)) {
    warn(
      "success-disagrees",
      (n) =>
        `${counted(n, "result")} whose \`success\` disagrees with \`failureReason\`, which decides.`,
    );
  }
  if (read.rawLength > 0) {
    warn(
      "raw-left-out",
      (n) =>
        `${counted(n, "result")} with the provider's raw payload, which the record leaves out; the source file has it.`,
    );
  }
  if (duplicateKeys) {
    warn(
      "duplicate-field",
      (n) => `${counted(n, "result")} with a field twice in one object; the last one counts.`,
    );
  }
}

function* closing(
  survey: PromptfooSurvey,
  form: "document" | "lines",
  file: string,
  cut: boolean,
): Generator<ImportItem> {
  if (survey.rows === 0) {
    yield issueItem("warning", "no-results", "The evaluation has no result yet.", { file });
  }
  if (cut) {
    const message =
      "The last line is no whole result: the evaluation was interrupted, or the file was cut.";
    yield issueItem("warning", "interrupted", message, { file });
  }
  if (form === "lines") {
    const message =
      "A file of lines holds results alone: its configuration, its start and how many results there should be are unknown; results.json has them.";
    yield issueItem("warning", "lines-alone", message, { file });
  }
  for (const [name, said, held] of statsOf(survey)) {
    if (said === undefined || said === held) continue;
    const message = `The file counts ${said} ${name}, and holds ${held}.`;
    yield issueItem("warning", "counts-disagree", message, {
      file,
      path: `$.results.stats.${name}`,
    });
  }
}
