import { counted } from "./counted";
import { headFields } from "./head-fields";
import { issueItem } from "./import-item";
import type { ImportItem, Source, SourceFile, SourceProbe } from "./importer";
import { countOf, fieldOf, isObject, textOf } from "./json-value";
import { MAX_RECORD_BYTES } from "./limits";
import { databaseBook, exportBook, type NornBook, readRow } from "./norn-book";
import { type CampaignRow, NORN } from "./norn-rows";
import { parseJson } from "./parse-json";
import { readWhole } from "./read-whole";
import { isSystemFile } from "./system-files";
import { visibleText } from "./visible-text";

/** The newest schema (PRAGMA user_version) that this importer knows; 0 is the first, which had no number. */
const NEWEST_SCHEMA = 5;
/** Campaigns that a refusal names one by one. */
const MAX_NAMED = 8;
const HEAD_BYTES = 64 * 1024;

export type OpenedNorn = {
  book: NornBook;
  campaign: CampaignRow;
  /** The parsed `config` of an export, where it has one. */
  exportedConfig: unknown;
  /** `PRAGMA user_version`; null for an export. */
  schemaVersion: number | null;
  issues: readonly ImportItem[];
};

type Found = { campaign: CampaignRow; book: NornBook; exportedConfig: unknown };

/** True for the tables of a Norn database (probe of a database source), or an exported campaign. */
export function isNorn(probe: SourceProbe): boolean {
  const needed = [NORN.campaign, NORN.case, NORN.replica, NORN.decision];
  const paths = new Set(probe.paths);
  const isDatabase =
    headFields(probe.head)?.has("sqlite") === true &&
    needed.every((table) => paths.has(`tables/${table.name}.jsonl`));
  return isDatabase || isExport(probe.head);
}

/** An export begins with its campaign's row, whose configuration is JSON in a text. */
function isExport(head: Uint8Array): boolean {
  const fields = headFields(head);
  if (fields === null || fields.has("type")) return false;
  const [first] = fields.keys();
  return first === "campaign" && /"config_json"\s*:/.test(new TextDecoder().decode(head));
}

/**
 * The one campaign of the source that is to be read: the wanted one, or the only one. A database, and a
 * folder of exports, may hold several; then the refusal names them.
 */
export async function openNorn(
  source: Source,
  wanted: number | null,
): Promise<OpenedNorn | { refusals: readonly ImportItem[] }> {
  const files = new Map<string, SourceFile>();
  for await (const file of source.files()) {
    if (!isSystemFile(file.path)) files.set(file.path, file);
  }
  return files.has(`tables/${NORN.campaign.name}.jsonl`)
    ? openDatabase(source, files, wanted)
    : openExports(source, files, wanted);
}

async function openDatabase(
  source: Source,
  files: ReadonlyMap<string, SourceFile>,
  wanted: number | null,
): Promise<OpenedNorn | { refusals: readonly ImportItem[] }> {
  const schema = await schemaOf(files.get("schema.json"));
  if ("issue" in schema) return { refusals: [schema.issue] };
  const book = databaseBook(files);
  const found: Found[] = [];
  const issues: ImportItem[] = [];
  for await (const read of book.rows(NORN.campaign)) {
    if (read.kind === "refused") issues.push({ kind: "issue", issue: read.issue });
    else found.push({ campaign: read.row, book, exportedConfig: undefined });
  }
  const place = { file: "schema.json" };
  if (schema.isWal) {
    const message =
      "The database is in write-ahead mode: rows that still stand in a -wal file beside it are not in this file. Close Norn, or run `PRAGMA wal_checkpoint`, before it is copied.";
    issues.push(issueItem("warning", "wal-mode", message, place));
  }
  if (schema.version > NEWEST_SCHEMA) {
    const message = `The database has schema version ${schema.version}; up to ${NEWEST_SCHEMA} is known, and what is new in it was not read.`;
    issues.push(issueItem("warning", "newer-schema", message, place));
  }
  return pick(source, found, wanted, issues, schema.version);
}

async function schemaOf(
  file: SourceFile | undefined,
): Promise<{ version: number; isWal: boolean } | { issue: ImportItem }> {
  const place = { file: "schema.json" };
  const bytes = file === undefined ? null : await readWhole(file, MAX_RECORD_BYTES);
  if (bytes === null) {
    const message = "There is no schema.json that says how the database is made.";
    return { issue: issueItem("refused", "no-schema", message, place) };
  }
  const parsed = parseJson(bytes, { ...place, line: 1, byte: 0 });
  if (!parsed.ok) return { issue: { kind: "issue", issue: parsed.issue } };
  const version = countOf(fieldOf(parsed.value, "userVersion")) ?? 0;
  return { version, isWal: fieldOf(parsed.value, "journal") === "wal" };
}

async function openExports(
  source: Source,
  files: ReadonlyMap<string, SourceFile>,
  wanted: number | null,
): Promise<OpenedNorn | { refusals: readonly ImportItem[] }> {
  const found: Found[] = [];
  const issues: ImportItem[] = [];
  const others: string[] = [];
  for (const file of files.values()) {
    if (files.size > 1 && !isExport(await readHead(file))) {
      others.push(file.path);
      continue;
    }
    const read = await readExport(file);
    if ("duplicateKeys" in read && read.duplicateKeys) {
      const message = "It has a field twice in one object; the last one counts.";
      issues.push(issueItem("warning", "duplicate-field", message, { file: file.path }));
    }
    if ("issue" in read) issues.push(read.issue);
    // Documents are large: of those that are not wanted, only the campaign's row is kept.
    else if (wanted === null || read.campaign.id === wanted) found.push(read);
    else found.push({ ...read, book: exportBook({}, file.path), exportedConfig: undefined });
  }
  const [first] = others;
  if (first !== undefined) {
    const message = `Left out, because it is no exported campaign: ${counted(others.length, "file")}.`;
    issues.push(issueItem("warning", "other-files", message, { file: first }));
  }
  return pick(source, found, wanted, issues, null);
}

async function readExport(
  file: SourceFile,
): Promise<(Found & { duplicateKeys: boolean }) | { issue: ImportItem }> {
  const place = { file: file.path };
  const bytes = await readWhole(file, MAX_RECORD_BYTES);
  if (bytes === null) {
    const message = `An exported campaign may have ${MAX_RECORD_BYTES / 2 ** 20} MiB; this has more. Import the database instead.`;
    return { issue: issueItem("refused", "record-too-large", message, place) };
  }
  const parsed = parseJson(bytes, { ...place, line: 1, byte: 0 });
  if (!parsed.ok) return { issue: { kind: "issue", issue: parsed.issue } };
  const row = readRow(NORN.campaign, fieldOf(parsed.value, "campaign"), {
    ...place,
    path: "$.campaign",
  });
  if (row.kind === "refused") return { issue: { kind: "issue", issue: row.issue } };
  if (!isObject(parsed.value) || !Array.isArray(parsed.value["replicas"])) {
    const message = "An exported campaign has a list `replicas`; this has none.";
    return { issue: issueItem("refused", "not-a-norn-export", message, place) };
  }
  return {
    campaign: row.row,
    book: exportBook(parsed.value, file.path),
    exportedConfig: fieldOf(parsed.value, "config"),
    duplicateKeys: parsed.duplicateKeys,
  };
}

function pick(
  source: Source,
  found: readonly Found[],
  wanted: number | null,
  issues: readonly ImportItem[],
  schemaVersion: number | null,
): OpenedNorn | { refusals: readonly ImportItem[] } {
  const matching = wanted === null ? found : found.filter(({ campaign }) => campaign.id === wanted);
  const [only] = matching;
  if (only !== undefined && matching.length === 1) return { ...only, schemaVersion, issues };
  const place = { file: source.name };
  const refuse = (code: string, message: string) => ({
    refusals: [...issues, issueItem("refused", code, message, place)],
  });
  if (found.length === 0) return refuse("no-campaign", "There is no campaign of Norn's in it.");
  const list = listOf(found);
  if (matching.length === 0) {
    return refuse("no-such-campaign", `It holds no campaign ${String(wanted)}. It holds ${list}.`);
  }
  return refuse(
    "several-campaigns",
    `It holds ${counted(found.length, "campaign")}, and one is imported at a time: choose one by its number with the option campaign. They are ${list}.`,
  );
}

function listOf(found: readonly Found[]): string {
  const named = found.slice(0, MAX_NAMED).map(({ campaign, book }) => {
    const from = book.origin === "export" ? ` in ${visibleText(book.file, 30)}` : "";
    const name = textOf(campaign.name) ?? "without a name";
    return `${campaign.id} "${visibleText(name, 40)}" (${visibleText(campaign.state ?? "no state", 20)}${from})`;
  });
  const more = found.length - named.length;
  return named.join(", ") + (more > 0 ? ` and ${more} more` : "");
}

async function readHead(file: SourceFile): Promise<Uint8Array> {
  for await (const chunk of file.open()) return chunk.slice(0, HEAD_BYTES);
  return new Uint8Array();
}
