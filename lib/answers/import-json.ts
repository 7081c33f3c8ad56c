import type { StoredImport } from "@/db/queries/import-pages";
import type {
  ImportDetailJson,
  ImportIssueJson,
  ImportJson,
} from "@/lib/api/schemas/import-schema";
import type { CsvColumn } from "./csv";

/** An import of a list as the API hands it out. */
export function importJson(row: StoredImport): ImportJson {
  const { campaignSlug: slug, campaignName: name } = row;
  return {
    id: row.id,
    state: row.state,
    campaign: slug === null || name === null ? null : { slug, name },
    sourceName: row.sourceName,
    sha256: row.fingerprint,
    bytes: row.bytes,
    files: row.files,
    format: row.format,
    options: row.options,
    records: row.records,
    episodes: row.episodes,
    refused: row.refused,
    recoded: row.recoded,
    warnings: row.warnings,
    bytesRead: row.bytesRead,
    bytesTotal: row.bytesTotal,
    error: row.error,
    createdAt: row.createdAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    finishedAt: row.finishedAt?.toISOString() ?? null,
  };
}

/** One import with what it had to say, by code; its issues one by one stand at their own address. */
export function importDetailJson(row: StoredImport): ImportDetailJson {
  return { ...importJson(row), issueGroups: row.issueGroups, preview: row.preview };
}

/** The columns of a download of issues. */
export const ISSUE_COLUMNS: readonly CsvColumn<ImportIssueJson>[] = [
  { name: "severity", cell: (issue) => issue.severity },
  { name: "code", cell: (issue) => issue.code },
  { name: "message", cell: (issue) => issue.message },
  { name: "file", cell: (issue) => issue.file },
  { name: "line", cell: (issue) => issue.line },
  { name: "byte", cell: (issue) => issue.byte },
  { name: "path", cell: (issue) => issue.path },
];
