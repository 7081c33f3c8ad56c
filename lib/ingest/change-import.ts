import type { Database, Scope } from "@/db/client";
import { audit } from "@/lib/audit/audit";
import type { Actor } from "@/lib/domain/actor";
import type { AuditAction } from "@/lib/domain/audit-action";
import type { Transaction } from "./insert-rows";

/** Which import, and who asks for what happens to it. */
export type Job = Scope & { importId: string; by: Actor };

/**
 * Does something to an import and tells of it in the same transaction.
 *
 * @param work says whether it changed anything; else nothing is told
 * @returns what `work` said
 */
export async function changeImport(
  { sql }: Database,
  action: AuditAction,
  { projectId, importId, by }: Job,
  work: (tx: Transaction) => Promise<boolean>,
): Promise<boolean> {
  return sql.begin(async (tx) => {
    const isDone = await work(tx);
    if (isDone)
      await audit(tx, by, { action, projectId, object: { kind: "import", id: importId } });
    return isDone;
  });
}
