import { FORMAT } from "@/lib/domain/records";
import { isAbort, TERMINATIONS } from "@/lib/domain/termination";
import { chosenOptions } from "./chosen-options";
import { counted } from "./counted";
import { createEpisodeLedger } from "./episode-ledger";
import { issueItem, recordItem } from "./import-item";
import type { Importer, ImporterOption, ImportItem, Place, Source } from "./importer";
import { createIssueTally } from "./issue-tally";
import { MAX_NAME_BYTES, MAX_RECORD_BYTES } from "./limits";
import { maskSecrets } from "./mask-secrets";
import { noteSecrets } from "./note-secrets";
import { parseJson } from "./parse-json";
import { schemaSentence } from "./schema-sentence";
import { singleFile } from "./single-file";
import { type ArrayItem, splitJsonArray } from "./split-json-array";
import { caseKeyOf, caseOf, episodeOf } from "./tau-bench-episode";
import {
  isTauBench,
  recogniseTauBench,
  type TauBenchRow,
  tauBenchRowSchema,
} from "./tau-bench-row";

const DOMAIN = "domain";
const UNSTATED = "unstated";

const TAU_BENCH_OPTIONS: readonly ImporterOption[] = [
  {
    id: DOMAIN,
    label: "Which tasks these are",
    help: "The file numbers its tasks and does not say of which domain they are. Tasks of two domains with one number are not the same case.",
    choices: [
      { value: UNSTATED, label: "Not stated" },
      { value: "airline", label: "airline" },
      { value: "retail", label: "retail" },
    ],
    default: UNSTATED,
  },
];

/** Trajectories of tau-bench (spec/formats/other.md, 3): legitimate work alone, one file an arm. */
export const tauBench: Importer = {
  id: "tau-bench",
  label: "tau-bench trajectories (one JSON list)",
  version: 1,
  options: TAU_BENCH_OPTIONS,
  recognises: (probe) => recogniseTauBench(probe.head),
  read: readTauBench,
};

async function* readTauBench(
  source: Source,
  options: Readonly<Record<string, string>>,
): AsyncGenerator<ImportItem, void> {
  const choice = chosenOptions(TAU_BENCH_OPTIONS, options, source);
  if ("issue" in choice) {
    yield choice.issue;
    return;
  }
  const chosen = choice.chosen.get(DOMAIN) ?? UNSTATED;
  const domain = chosen === UNSTATED ? null : chosen;
  const found = await singleFile(source, isTauBench, "tau-bench");
  if ("issue" in found) {
    yield found.issue;
    return;
  }
  const { file } = found;
  const top: Place = { file: file.path };
  if (!isTauBench(found.head)) {
    const message = "This is no list of tries of tau-bench.";
    yield issueItem("refused", "not-tau-bench", message, top);
    return;
  }
  // The file's name is all that says which model and which agent this is.
  const name =
    file.path
      .split("/")
      .at(-1)
      ?.replace(/\.json$/i, "") ?? "";
  const arm = (name || "tau-bench").slice(0, 300);
  yield recordItem(
    {
      type: "campaign",
      format: FORMAT,
      key: ["tau-bench", arm, options["fingerprint"]?.slice(0, 12)].filter(Boolean).join(":"),
      name: `tau-bench ${arm}`,
      target: { name: "tau-bench agents" },
      corpus: { name: domain === null ? "tau-bench" : `tau-bench ${domain}` },
      harness: { name: "tau-bench" },
      startedAt: null,
    },
    top,
  );
  yield recordItem({ type: "arm", key: arm, name: arm }, top);

  const tally = createIssueTally();
  const cases = new Set<string>();
  const ledger = createEpisodeLedger<number>();
  let whole = false;
  for await (const part of splitJsonArray(file.open(), [])) {
    if (part.kind === "rest") whole = part.whole && part.arrays === 1;
    if (part.kind === "rest" || part.kind === "rest-too-long") continue;
    const place: Place = {
      file: file.path,
      line: part.line,
      byte: part.byte,
      path: `$[${part.index}]`,
    };
    const read = rowOf(part, place);
    if ("issue" in read) {
      yield read.issue;
      continue;
    }
    const { row } = read;
    const caseKey = caseKeyOf(row, domain);
    const earlier = ledger.enter(arm, caseKey, row.trial ?? 0, part.index);
    if (earlier !== null) {
      const message = `Task and trial are those of item ${earlier}, which was kept.`;
      yield issueItem("refused", "duplicate-episode", message, place);
      continue;
    }
    noteSecrets(tally, read.secrets, place);
    if (read.duplicateKeys) {
      const say = (n: number) =>
        `${counted(n, "item")} with a field twice in one object; the last one counts.`;
      tally.add("warning", "duplicate-field", "", place, say);
    }
    if (!cases.has(caseKey)) {
      cases.add(caseKey);
      yield recordItem(caseOf(row, caseKey), place);
    }
    const episode = episodeOf(row, arm, caseKey);
    if (isAbort(episode.termination)) {
      const { label } = TERMINATIONS[episode.termination];
      const failed = row.reward === 0 ? "failed tasks" : "other than failed tasks";
      tally.add(
        "recoded",
        "recoded-abort",
        `${label} ${failed}`,
        place,
        (n) =>
          `${counted(n, "episode")} that the file counts as ${failed}: ended aborted (${label}), outside every rate.`,
      );
    }
    yield recordItem(episode, place);
  }
  if (whole) yield recordItem({ type: "end" }, top);
  yield* tally.items();
  const fromFile = "The file does not name its agent, so the arm is called after the file.";
  yield issueItem("warning", "arm-from-file", fromFile, top);
  if (domain === null) {
    const message =
      "The file does not name the domain of its tasks; give it to compare them with others.";
    yield issueItem("warning", "domain-unstated", message, top);
  }
  if (!whole) {
    const message = "The list ends before its last bracket: it was cut, or is still being written.";
    yield issueItem("warning", "interrupted", message, top);
  }
  yield* found.warnings;
}

type ReadRow =
  | { row: TauBenchRow; secrets: readonly string[]; duplicateKeys: boolean }
  | { issue: ImportItem };

function rowOf(item: ArrayItem, place: Place): ReadRow {
  if (item.kind === "too-long") {
    const mib = MAX_RECORD_BYTES / 2 ** 20;
    const message = `The item has ${item.sizeBytes} bytes; a record may have ${mib} MiB.`;
    return { issue: issueItem("refused", "record-too-large", message, place) };
  }
  const parsed = parseJson(item.bytes, place);
  if (!parsed.ok) return { issue: { kind: "issue", issue: parsed.issue } };
  const at = place.path ?? "$";
  const masked = maskSecrets(parsed.value, { names: false, path: at });
  const checked = tauBenchRowSchema.safeParse(masked.value);
  if (!checked.success) {
    const { message, path } = schemaSentence(checked.error.issues, masked.value);
    const where = { ...place, path: path.replace(/^\$/, at) };
    return { issue: issueItem("refused", "not-a-tau-bench-try", message, where) };
  }
  if (new TextEncoder().encode(String(checked.data.task_id)).length > MAX_NAME_BYTES - 100) {
    const message = `The name of its task is longer than ${MAX_NAME_BYTES - 100} bytes.`;
    return { issue: issueItem("refused", "name-too-long", message, place) };
  }
  return { row: checked.data, secrets: masked.places, duplicateKeys: parsed.duplicateKeys };
}
