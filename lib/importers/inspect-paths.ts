import type { SourceFile } from "./importer";
import { isSystemFile } from "./system-files";
import type { Source } from "./importer";

/** One sample of an archive: a single entry, or the entries that newer logs cut a large one into. */
export type SampleFiles =
  | { kind: "whole"; file: SourceFile }
  | { kind: "chunked"; shell: SourceFile; metadata: SourceFile | null; chunks: Chunk[] };

export type Chunk = {
  sequence: "messages" | "events" | "attachments";
  start: number;
  file: SourceFile;
};

/** The entries of one `.eval` log (inspect.md, containers); `root` is the folder they lie in, with its slash. */
export type ArchiveLog = {
  root: string;
  header: SourceFile | null;
  start: SourceFile | null;
  samples: SampleFiles[];
};

export type FoundFiles = {
  archives: ArchiveLog[];
  /** Files that may be whole `.json` logs. */
  documents: SourceFile[];
  /** Files that are no part of any log. */
  others: SourceFile[];
};

const ROOT = /^((?:.*\/)?)(?:header\.json|_journal\/start\.json)$/;
const IN_SAMPLES = /(?:^|\/)samples\/.+_epoch_\d+\//;
const WHOLE = /^samples\/(.+_epoch_\d+)\.json$/s;
const SHELL = /^samples\/(.+_epoch_\d+)\/sample\.json$/s;
const METADATA = /^samples\/(.+_epoch_\d+)\/metadata\.json$/s;
const CHUNK = /^samples\/(.+_epoch_\d+)\/(messages|events|attachments)\/(\d+)\.json$/s;
const KNOWN =
  /^(?:header|summaries|reductions)\.json$|^_journal\/(?:start\.json|summaries\/\d+\.json)$|^samples\/.+_epoch_\d+\/(?:skeleton\.json|events\/(?:stats|uuids)\.json|calls\/\d+\.json)$/s;

type Draft = { shell: SourceFile | null; metadata: SourceFile | null; chunks: Chunk[] };

/**
 * Which files of a source belong to which log, by their paths. Names of entries hold the id of the
 * sample and ids hold what they like, so a name only groups; what the sample is, it says itself.
 */
export async function findLogFiles(source: Source): Promise<FoundFiles> {
  const files: SourceFile[] = [];
  const roots = new Map<string, ArchiveLog>();
  for await (const file of source.files()) {
    if (isSystemFile(file.path)) continue;
    files.push(file);
    const root = IN_SAMPLES.test(file.path) ? undefined : ROOT.exec(file.path)?.[1];
    if (root !== undefined && !roots.has(root))
      roots.set(root, { root, header: null, start: null, samples: [] });
  }
  const drafts = new Map<ArchiveLog, Map<string, Draft>>();
  const found: FoundFiles = { archives: [...roots.values()], documents: [], others: [] };
  for (const file of files) {
    const log = logOf(file.path, roots);
    const inner = log === null ? file.path : file.path.slice(log.root.length);
    if (log !== null && sort(file, inner, log, drafts)) continue;
    if (files.length === 1 || /\.json$/i.test(file.path)) found.documents.push(file);
    else found.others.push(file);
  }
  for (const [log, samples] of drafts) {
    for (const { shell, metadata, chunks } of samples.values()) {
      if (shell !== null) log.samples.push({ kind: "chunked", shell, metadata, chunks });
      else found.others.push(...[metadata, ...chunks.map((chunk) => chunk.file)].filter(isFile));
    }
  }
  return found;
}

/** The log in whose folder a path lies, the innermost one; null when it lies in none. */
function logOf(path: string, roots: ReadonlyMap<string, ArchiveLog>): ArchiveLog | null {
  for (let at = path.lastIndexOf("/"); at !== -1; at = path.lastIndexOf("/", at - 1)) {
    const log = roots.get(path.slice(0, at + 1));
    if (log !== undefined) return log;
    if (at === 0) break;
  }
  return roots.get("") ?? null;
}

function sort(
  file: SourceFile,
  inner: string,
  log: ArchiveLog,
  drafts: Map<ArchiveLog, Map<string, Draft>>,
): boolean {
  if (inner === "header.json") log.header = file;
  else if (inner === "_journal/start.json") log.start = file;
  // One sample has one form; where an archive holds both, readers of Inspect take the whole one.
  else if (WHOLE.test(inner)) log.samples.push({ kind: "whole", file });
  else if (!addPart(file, inner, log, drafts)) return KNOWN.test(inner);
  return true;
}

function addPart(
  file: SourceFile,
  inner: string,
  log: ArchiveLog,
  drafts: Map<ArchiveLog, Map<string, Draft>>,
): boolean {
  const shell = SHELL.exec(inner)?.[1];
  const metadata = METADATA.exec(inner)?.[1];
  const [, chunked, sequence, start] = CHUNK.exec(inner) ?? [];
  const name = shell ?? metadata ?? chunked;
  if (name === undefined) return false;
  const samples = drafts.get(log) ?? new Map<string, Draft>();
  drafts.set(log, samples);
  const draft = samples.get(name) ?? { shell: null, metadata: null, chunks: [] };
  samples.set(name, draft);
  if (shell !== undefined) draft.shell = file;
  else if (metadata !== undefined) draft.metadata = file;
  else if (sequence === "messages" || sequence === "events" || sequence === "attachments")
    draft.chunks.push({ sequence, start: Number(start), file });
  return true;
}

function isFile(file: SourceFile | null): file is SourceFile {
  return file !== null;
}
