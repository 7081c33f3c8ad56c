import type { Db } from "@/db/client";
import { everyAuditEntry } from "@/db/queries/audit-entries";
import type { SignedAuditHead } from "@/lib/integrity/checkpoint";
import { hex } from "@/lib/integrity/hex";
import { entryHash, type AuditRow } from "./entry-hash";

/** What is wrong at a row: its number, and in one sentence what. */
export type AuditFault = { id: number; what: string };

/** `head`: the last row, by which whoever keeps it elsewhere knows later that none was cut off the end. */
export type AuditVerification = {
  entries: number;
  head: { id: number; hash: string } | null;
  faults: AuditFault[];
};

/** More say nothing more. */
const MOST_FAULTS = 20;

/**
 * Reads the whole audit log and recomputes its chain; faults in the order of the rows, the first 20. Whoever
 * owns the database can make a chain anew or cut it, which what was signed of it shows.
 */
export async function verifyAudit(
  db: Db,
  signed: readonly SignedAuditHead[] = [],
): Promise<AuditVerification> {
  const faults: AuditFault[] = [];
  const wanted = new Set(signed.map(({ id }) => id));
  const hashes = new Map<number, string>();
  let entries = 0;
  let head: AuditVerification["head"] = null;
  for await (const rows of everyAuditEntry(db, "instance", {}))
    for (const row of rows) {
      const what = faultOf(row, head);
      if (what !== null && faults.length < MOST_FAULTS) faults.push({ id: row.id, what });
      entries += 1;
      if (wanted.has(row.id)) hashes.set(row.id, hex(row.hash));
      if (row.id > 0) head = { id: row.id, hash: hex(row.hash) };
    }
  for (const one of signed) {
    const what = auditDifference(one, hashes.get(one.id));
    if (what !== null && faults.length < MOST_FAULTS) faults.push({ id: one.id, what });
  }
  return { entries, head, faults };
}

/**
 * In one sentence, why the log does not continue what was signed of it; null: it does.
 *
 * @param found the hash of the entry that was signed, hexadecimal; undefined: it is not there
 */
export function auditDifference(
  { hash, where }: SignedAuditHead,
  found: string | undefined,
): string | null {
  if (found === hash) return null;
  return found === undefined
    ? `${where} says that it was there: the log was cut off before it, or rolled back.`
    : `${where} has another hash of it: it or what stands before it was written anew.`;
}

function faultOf(row: AuditRow, before: AuditVerification["head"]): string | null {
  const expected = (before?.id ?? 0) + 1;
  if (row.id < 1) return "It stands before the first entry.";
  if (row.id !== expected)
    return row.id === expected + 1
      ? `Entry ${expected} is missing.`
      : `Entries ${expected} to ${row.id - 1} are missing.`;
  if ((row.prevHash === null ? null : hex(row.prevHash)) !== (before?.hash ?? null))
    return "It does not follow the entry before it.";
  return hex(entryHash(row)) === hex(row.hash) ? null : "It was changed after it was written.";
}
