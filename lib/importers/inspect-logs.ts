import { issueItem } from "./import-item";
import type { ImportItem, Source, SourceFile } from "./importer";
import { parseTolerantJson } from "./inspect-json";
import { type ArchiveLog, findLogFiles } from "./inspect-paths";
import { archiveSamples, documentSamples, type FoundSample } from "./inspect-samples";
import { countOf, fieldOf, isObject, type JsonObject, textOf } from "./json-value";
import { MAX_RECORD_BYTES } from "./limits";
import { readWhole } from "./read-whole";
import { splitJsonArray } from "./split-json-array";

type IssueItem = Extract<ImportItem, { kind: "issue" }>;

/** One log of the source, its samples not yet read. */
export type InspectLog = {
  /** How issues name it. */
  path: string;
  /** All of the log but its samples. */
  header: JsonObject;
  /** The part of the header that says what was run. */
  spec: JsonObject;
  status: string;
  task: string;
  model: string;
  samples(): AsyncIterable<FoundSample>;
};

export type FoundLogs = {
  logs: InspectLog[];
  issues: IssueItem[];
  others: SourceFile[];
  /** Numbers in the headers that are none. */
  nonFinite: number;
};

/**
 * The logs of a source, in the order of their paths, with their headers. An interrupted run has no
 * `header.json`; what it began with then stands in the journal, and its status is `started`.
 */
export async function findLogs(source: Source): Promise<FoundLogs> {
  const files = await findLogFiles(source);
  const found: FoundLogs = { logs: [], issues: [], others: [...files.others], nonFinite: 0 };
  for (const archive of files.archives) await addArchive(archive, found);
  const isAlone = files.archives.length === 0 && files.documents.length === 1;
  for (const file of files.documents) await addDocument(file, isAlone, found);
  found.logs.sort((a, b) => (a.path < b.path ? -1 : 1));
  return found;
}

async function addArchive(archive: ArchiveLog, found: FoundLogs): Promise<void> {
  const file = archive.header ?? archive.start;
  if (file === null) return;
  const path = archive.root === "" ? file.path : archive.root.slice(0, -1);
  const bytes = await readWhole(file, MAX_RECORD_BYTES);
  if (bytes === null) {
    found.issues.push(tooLarge(file.path));
    return;
  }
  const { parsed, nonFinite } = parseTolerantJson(bytes, { file: file.path, line: 1, byte: 0 });
  found.nonFinite += nonFinite;
  if (!parsed.ok) found.issues.push({ kind: "issue", issue: parsed.issue });
  else addLog(parsed.value, path, archive.header === null, () => archiveSamples(archive), found);
}

async function addDocument(file: SourceFile, isAlone: boolean, found: FoundLogs): Promise<void> {
  let rest: Uint8Array | null = null;
  for await (const part of splitJsonArray(file.open(), ["samples"])) {
    if (part.kind === "rest") rest = part.bytes;
  }
  if (rest === null) {
    found.issues.push(tooLarge(file.path));
    return;
  }
  const { parsed, nonFinite } = parseTolerantJson(rest, { file: file.path, line: 1, byte: 0 });
  found.nonFinite += nonFinite;
  if (!parsed.ok) found.issues.push({ kind: "issue", issue: parsed.issue });
  // Folders of logs hold lists of them, too (`logs.json`, `eval-set.json`).
  else if (!isAlone && !isObject(fieldOf(parsed.value, "eval"))) found.others.push(file);
  else addLog(parsed.value, file.path, false, () => documentSamples(file), found);
}

function addLog(
  header: unknown,
  path: string,
  isInterrupted: boolean,
  samples: InspectLog["samples"],
  found: FoundLogs,
): void {
  const spec = fieldOf(header, "eval");
  const task = textOf(fieldOf(spec, "task"));
  const model = textOf(fieldOf(spec, "model"));
  if (!isObject(header) || !isObject(spec) || task === undefined || model === undefined) {
    const message = "There is no `eval` with `task` and `model` in it, so it is no log of Inspect.";
    const place = { file: path, path: "$.eval" };
    found.issues.push(issueItem("refused", "not-an-inspect-log", message, place));
    return;
  }
  const status = isInterrupted ? "started" : (textOf(header["status"]) ?? "started");
  found.logs.push({ path, header, spec, status, task, model, samples });
}

function tooLarge(path: string): IssueItem {
  const mib = MAX_RECORD_BYTES / 2 ** 20;
  const message = `A log without its samples may have ${mib} MiB; this has more.`;
  return issueItem("refused", "record-too-large", message, { file: path });
}

/** How many samples the log counts, its epochs multiplied; null when it does not say. */
export function countedSamples(log: InspectLog): number | null {
  return countOf(fieldOf(log.header, "results", "total_samples")) ?? null;
}
