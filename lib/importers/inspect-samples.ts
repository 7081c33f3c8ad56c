import { issueItem } from "./import-item";
import type { ImportItem, Place, SourceFile } from "./importer";
import { parseTolerantJson } from "./inspect-json";
import type { ArchiveLog, SampleFiles } from "./inspect-paths";
import { isObject, type JsonObject, listOf } from "./json-value";
import { MAX_RECORD_BYTES } from "./limits";
import { readWhole } from "./read-whole";
import { splitJsonArray } from "./split-json-array";

type IssueItem = Extract<ImportItem, { kind: "issue" }>;

/** A sample as its log holds it, or why it cannot be read. */
export type FoundSample =
  | {
      kind: "sample";
      sample: JsonObject;
      place: Place;
      nonFinite: number;
      duplicateKeys: boolean;
    }
  | IssueItem;

const MIB = 2 ** 20;
/** Most messages that the ranges of a conversation may name: ranges cost nothing to write. */
const MAX_MESSAGES = 50_000;

/** The samples of an archive, one held at a time. */
export async function* archiveSamples(log: ArchiveLog): AsyncGenerator<FoundSample> {
  for (const files of log.samples) {
    yield files.kind === "whole" ? await wholeSample(files.file) : await chunkedSample(files);
  }
}

/** The samples of a `.json` log, one held at a time. */
export async function* documentSamples(file: SourceFile): AsyncGenerator<FoundSample> {
  for await (const part of splitJsonArray(file.open(), ["samples"])) {
    if (part.kind !== "item" && part.kind !== "too-long") continue;
    const { byte, line, index } = part;
    const place: Place = { file: file.path, byte, line, path: `$.samples[${index}]` };
    yield part.kind === "too-long" ? tooLarge(place) : sampleOf(part.bytes, place);
  }
}

async function wholeSample(file: SourceFile): Promise<FoundSample> {
  const place: Place = { file: file.path, line: 1, byte: 0 };
  const bytes = await readWhole(file, MAX_RECORD_BYTES);
  return bytes === null ? tooLarge(place) : sampleOf(bytes, place);
}

function sampleOf(bytes: Uint8Array, place: Place): FoundSample {
  const { parsed, nonFinite } = parseTolerantJson(bytes, place);
  if (!parsed.ok) return { kind: "issue", issue: parsed.issue };
  if (!isObject(parsed.value)) return noSample(place);
  return {
    kind: "sample",
    sample: parsed.value,
    place,
    nonFinite,
    duplicateKeys: parsed.duplicateKeys,
  };
}

/**
 * A sample that its log cut up: the small shell, and sequences of messages, events and attachments whose
 * entries are named by the index of their first item. Put together again it has the shape of a whole one.
 */
async function chunkedSample(
  files: Extract<SampleFiles, { kind: "chunked" }>,
): Promise<FoundSample> {
  const place: Place = { file: files.shell.path };
  let room = MAX_RECORD_BYTES;
  let nonFinite = 0;
  const read = async (file: SourceFile): Promise<{ value: unknown } | IssueItem> => {
    const bytes = await readWhole(file, room);
    if (bytes === null) return tooLarge(place);
    room -= bytes.length;
    const found = parseTolerantJson(bytes, { file: file.path, line: 1, byte: 0 });
    nonFinite += found.nonFinite;
    return found.parsed.ok
      ? { value: found.parsed.value }
      : { kind: "issue", issue: found.parsed.issue };
  };

  const shell = await read(files.shell);
  if ("kind" in shell) return shell;
  if (!isObject(shell.value)) return noSample(place);
  const metadata = files.metadata === null ? { value: undefined } : await read(files.metadata);
  if ("kind" in metadata) return metadata;
  const sequences = {
    messages: [] as unknown[],
    events: [] as unknown[],
    attachments: [] as unknown[],
  };
  for (const chunk of files.chunks.toSorted((a, b) => a.start - b.start)) {
    const part = await read(chunk.file);
    if ("kind" in part) return part;
    const sequence = sequences[chunk.sequence];
    if (chunk.start !== sequence.length) return gap(chunk.file);
    for (const item of listOf(part.value) ?? []) sequence.push(item);
  }
  const { messages, events, attachments } = sequences;
  const sample = {
    ...shell.value,
    ...(metadata.value === undefined ? {} : { metadata: metadata.value }),
    messages: expand(shell.value["message_refs"], messages),
    events,
    events_data: { messages },
    attachments: Object.fromEntries(attachments.map((text, index) => [String(index), text])),
  };
  return { kind: "sample", sample, place, nonFinite, duplicateKeys: false };
}

/** The items that half-open ranges [start, end) name, at most MAX_MESSAGES. */
function expand(refs: unknown, pool: readonly unknown[]): unknown[] {
  const found: unknown[] = [];
  for (const range of listOf(refs) ?? []) {
    const [start, end] = listOf(range) ?? [];
    if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end)) continue;
    const stop = Math.min(Number(end), pool.length);
    for (let at = Math.max(0, Number(start)); at < stop && found.length < MAX_MESSAGES; at += 1)
      found.push(pool[at]);
  }
  return found;
}

function tooLarge(place: Place): IssueItem {
  const message = `A sample may have ${MAX_RECORD_BYTES / MIB} MiB; this has more.`;
  return issueItem("refused", "record-too-large", message, place);
}

function noSample(place: Place): IssueItem {
  return issueItem("refused", "not-a-sample", "A sample has to be an object.", place);
}

function gap(file: SourceFile): IssueItem {
  const message = "An entry of this sample is missing: the one before it ends elsewhere.";
  return issueItem("refused", "chunk-missing", message, { file: file.path });
}
