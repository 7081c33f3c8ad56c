import type { DomainRecord } from "@/lib/domain/records";
import type { ImportItem, Issue, Place } from "./importer";

type IssueItem = Extract<ImportItem, { kind: "issue" }>;
type RecordItem = Extract<ImportItem, { kind: "record" }>;

const encoder = new TextEncoder();

/**
 * A normalised record with its bytes. JSON.stringify writes lone surrogates as escapes, so the bytes are
 * UTF-8 whatever the source held.
 */
export function recordItem(record: DomainRecord, place: Place): RecordItem {
  return { kind: "record", record, raw: encoder.encode(JSON.stringify(record)), place };
}

export function issueItem(
  severity: Issue["severity"],
  code: string,
  message: string,
  place: Place,
): IssueItem {
  return { kind: "issue", issue: { severity, code, message, place } };
}
