import { z } from "zod";
import type { Db } from "@/db/client";
import { auditPage, type AuditFilter, type AuditOf } from "@/db/queries/audit-entries";
import { auditFilter, type AuditEntryJson } from "@/lib/api/schemas/audit-schema";
import { auditJson } from "./audit-answer";
import { oneValue, type AddressQuery } from "./query-values";

/** What the form of the page holds, as it stands in the address. */
export type AuditFields = Partial<Record<keyof AuditFilter, string>>;

const PAGE_ROWS = 100;
const NAMES = ["actor", "action", "outcome", "from", "until"] as const;
const before = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER);

/**
 * One page of the log as an address asks for it. What of the address cannot be used is left out, here and
 * in the form, so that no filter applies that nobody sees.
 */
export async function auditView(
  db: Db,
  of: AuditOf,
  address: AddressQuery,
): Promise<{
  fields: AuditFields;
  entries: AuditEntryJson[];
  next: number | null;
  isFirst: boolean;
}> {
  const given = NAMES.flatMap((name): [keyof AuditFilter, string][] => {
    const value = oneValue.parse(address[name]);
    return value !== undefined && auditFilter[name].safeParse(value).success ? [[name, value]] : [];
  });
  const fields: AuditFields = Object.fromEntries(given);
  const filter = z.object(auditFilter).parse(fields);
  const place = before.safeParse(oneValue.parse(address["before"]));
  const page = await auditPage(db, of, { ...filter, before: place.data, limit: PAGE_ROWS });
  return {
    fields,
    entries: page.entries.map(auditJson),
    next: page.next,
    isFirst: !place.success,
  };
}
