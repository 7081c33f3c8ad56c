import { FORMAT, type EpisodeRecord, type Split } from "@/lib/domain/records";
import { readAsbMessages, userTaskOf } from "./asb-messages";
import { ASB_OPTIONS, BY_PATH, DONE, SILENT, SPLIT } from "./asb-options";
import { createAsbReport } from "./asb-report";
import { type AsbRow, recogniseAsb } from "./asb-row";
import { type AsbSurvey, type AsbTable, asbRows, surveyAsb } from "./asb-survey";
import { chosenOptions } from "./chosen-options";
import { counted } from "./counted";
import { issueItem, recordItem } from "./import-item";
import type { Importer, ImportItem, Place, Source } from "./importer";
import { MAX_NAME_BYTES } from "./limits";
import { maskSecrets } from "./mask-secrets";
import { noteSecrets } from "./note-secrets";
import { visibleText } from "./visible-text";

/** Tables of Agent Security Bench (spec/formats/other.md, 1): one a class of attack and model. */
export const asb: Importer = {
  id: "asb",
  label: "ASB (Agent Security Bench) tables (CSV)",
  version: 1,
  options: ASB_OPTIONS,
  recognises: (probe) => recogniseAsb(probe.head),
  read: readAsb,
};

async function* readAsb(
  source: Source,
  options: Readonly<Record<string, string>>,
): AsyncGenerator<ImportItem, void> {
  const choice = chosenOptions(ASB_OPTIONS, options, source);
  if ("issue" in choice) {
    yield choice.issue;
    return;
  }
  const { chosen } = choice;
  const silentIsDone = chosen.get(SILENT) === DONE;
  const messagesOf = (row: AsbRow) => readAsbMessages(row.messages, silentIsDone);
  const survey = await surveyAsb(source, (row) => userTaskOf(messagesOf(row)));
  const top: Place = { file: source.name };
  if (survey.tables.length === 0) {
    const message = "There is no table of ASB in it.";
    yield issueItem("refused", "not-asb", message, top);
    return;
  }
  const unstated = survey.tables.find(({ path }) => path.attackClass === null);
  if (unstated !== undefined && chosen.get(SPLIT) === BY_PATH) {
    const message =
      "Its path does not say whether these are attacks; give the folder that holds its class, model and memory, or choose what the rows are.";
    yield issueItem("refused", "split-unstated", message, { file: unstated.file.path });
    return;
  }
  yield recordItem(
    {
      type: "campaign",
      format: FORMAT,
      key: ["asb", source.name.slice(0, 200), options["fingerprint"]?.slice(0, 12)]
        .filter(Boolean)
        .join(":"),
      name: `ASB ${source.name}`.slice(0, 300),
      target: { name: "ASB agents" },
      corpus: { name: "Agent Security Bench" },
      harness: { name: "ASB" },
      startedAt: null,
    },
    top,
  );

  const report = createAsbReport();
  const seen = { arms: new Set<string>(), cases: new Set<string>() };
  const replicas = new Map<string, number>();
  let whole = true;
  for (const table of survey.tables) {
    const arm = (survey.armKeyOf(table) ?? table.path.technique).slice(0, 300);
    const split = splitOf(table, chosen.get(SPLIT) ?? BY_PATH);
    const first: Place = { file: table.file.path };
    if (!seen.arms.has(arm)) {
      seen.arms.add(arm);
      const { model } = table.path;
      const named = model === null ? {} : { model: { name: model } };
      yield recordItem({ type: "arm", key: arm, name: arm, ...named }, first);
      if (model === null) {
        const message = "Its path does not name the model, so the arm is called after the file.";
        yield issueItem("warning", "arm-from-file", message, first);
      }
    }
    let cut = false;
    for await (const read of asbRows(table.file)) {
      cut = read.kind === "fault" && read.code === "not-csv";
      if (read.kind === "fault") {
        yield issueItem("refused", read.code, read.message, read.place);
        continue;
      }
      const { place } = read;
      const said = messagesOf(read.row);
      // What could not be read is kept as its text; else the text is the messages over again.
      const rest = { ...read.row, messages: said.fault === undefined ? "" : read.row.messages };
      const masked = maskSecrets({ row: rest, said }, { names: false });
      const { row, said: messages } = masked.value;
      const caseKey = survey.caseKeyOf(table, row, userTaskOf(said));
      const userTask = userTaskOf(messages);
      if (row.agent === "" || row.tool === "" || tooLong(caseKey)) {
        const message = `Its agent and tool, which name the case, are empty or longer than ${MAX_NAME_BYTES} bytes together.`;
        yield issueItem("refused", "not-an-asb-row", message, place);
        continue;
      }
      noteSecrets(report.tally, masked.places, place);
      if (!seen.cases.has(caseKey)) {
        seen.cases.add(caseKey);
        yield recordItem(caseOf(table, row, split, caseKey, userTask), place);
      }
      const cell = `${arm}\n${caseKey}`;
      const replica = replicas.get(cell) ?? 0;
      replicas.set(cell, replica + 1);
      const episode: EpisodeRecord = {
        type: "episode",
        arm,
        case: caseKey,
        replica,
        termination: messages.ending.termination,
        terminationSource: "inferred",
        terminationDetail: messages.ending.terminationDetail,
        ...(split === "attack" ? { attackerAction: verdict(row.attacked) } : {}),
        taskCompleted: verdict(row.done),
        ...(messages.events.length === 0 ? {} : { events: messages.events }),
        extra: {
          ...row.others,
          ...(messages.fault === undefined ? {} : { messages: row.messages }),
        },
      };
      report.add(row, episode, split, messages, place);
      yield recordItem(episode, place);
    }
    whole &&= !cut;
  }
  yield* ending(survey, whole, top);
  yield* report.items();
}

function* ending(survey: AsbSurvey, whole: boolean, top: Place): Generator<ImportItem> {
  if (whole) yield recordItem({ type: "end" }, top);
  else {
    const message = "A table ends within a row: it was cut, or is still being written.";
    yield issueItem("warning", "interrupted", message, top);
  }
  const [other] = survey.others;
  if (other === undefined) return;
  const message = `Left out ${counted(survey.others.length, "file")}, no table of ASB.`;
  yield issueItem("warning", "other-files", message, { file: other });
}

function splitOf({ path }: AsbTable, chosen: string): Split {
  if (chosen === "attack" || chosen === "benign") return chosen;
  return path.attackClass === "clean" ? "benign" : "attack";
}

function caseOf(
  { path }: AsbTable,
  row: AsbRow,
  split: Split,
  key: string,
  userTask: string | undefined,
) {
  const family = [path.attackClass, path.technique].filter((step) => step !== null).join("/");
  return {
    type: "case" as const,
    key,
    attack: split === "attack" ? row.tool : "benign/asb",
    ...(split === "attack" ? { family: visibleText(family, 300), goal: { tool: row.tool } } : {}),
    split,
    ...(userTask === undefined ? {} : { userTask }),
  };
}

/** 1 is a success (spec/formats/other.md, 1); an empty field or a word is no verdict. */
function verdict(field: string): boolean | null {
  return field === "1" ? true : field === "0" ? false : null;
}

function tooLong(key: string): boolean {
  return new TextEncoder().encode(key).length > MAX_NAME_BYTES;
}
