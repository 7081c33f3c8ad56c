import { createHash } from "node:crypto";
import type { DomainRecord } from "@/lib/domain/records";
import { readAftermathLine } from "@/lib/importers/aftermath-line";
import { createIssueTally } from "@/lib/importers/issue-tally";
import { maskWhole } from "@/lib/importers/mask-bytes";
import { createSecretNumbers } from "@/lib/importers/secret-numbers";

/** A record that a live campaign may be sent: the campaign's own came when it was opened. */
export type LiveRecord = Extract<DomainRecord, { type: "arm" | "case" | "episode" }>;

/** `masked` counts the credentials that were masked in `raw`. */
export type ReadRecord =
  | { kind: "record"; record: LiveRecord; raw: Uint8Array; masked: number }
  | { kind: "refused"; reason: string; path: string | null };

/**
 * One record as sent, without the credentials in it, judged by the same rules as a line of a native file.
 * They are numbered within the record alone, so that the same record gives the same bytes again.
 */
export function readLiveRecord(given: Uint8Array, index: number): ReadRecord {
  let masked = 0;
  const bytes = maskWhole(given, createSecretNumbers(), () => {
    masked += 1;
  });
  const line = { kind: "line" as const, bytes, line: index + 1, byte: 0 };
  const read = readAftermathLine(line, "records", createIssueTally());
  if (read.kind === "blank") return refused("There is no record.");
  if (read.kind === "refused")
    return { kind: "refused", reason: read.issue.message, path: read.issue.place.path ?? null };
  const { record, raw } = read;
  if (record.type === "campaign")
    return refused("The campaign's own record came when it was opened.", "$.type");
  if (record.type === "end")
    return refused("An `end` record is not sent: sealing the campaign says it.", "$.type");
  return { kind: "record", record, raw, masked };
}

/** What names a record within its campaign, as SHA-256: what was sent before under it is known by it. */
export function identityOf(record: LiveRecord): Uint8Array {
  return record.type === "episode"
    ? digestOf("episode", record.arm, record.case, record.replica)
    : keyIdentity(record.type, record.key);
}

export function keyIdentity(type: "arm" | "case", key: string): Uint8Array {
  return digestOf(type, key);
}

function digestOf(...name: (string | number)[]): Uint8Array {
  return createHash("sha256").update(JSON.stringify(name)).digest();
}

function refused(reason: string, path: string | null = null): ReadRecord {
  return { kind: "refused", reason, path };
}
