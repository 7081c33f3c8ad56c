import type { Sql } from "@/db/client";
import type { ImportScope } from "./import-rows";
import { MAX_ATTEMPTS, TIMING, type ImportTiming } from "./import-timing";
import type { Transaction } from "./insert-rows";

/**
 * The columns of an import that waits as if it had never been begun, within an update's `set`: for its turn,
 * or for its preview.
 */
export function backInQueue(
  sql: Sql | Transaction,
  { vouchMs }: Pick<ImportTiming, "vouchMs"> = TIMING,
) {
  return sql`state = case state when 'running' then 'uploaded' else state end, lease_holder = null,
    lease_until = now() + ${vouchMs}::float8 * interval '1 millisecond',
    started_at = null, bytes_read = 0, records = 0, episodes = 0`;
}

/**
 * Gives an import back that its process cannot bring to its end, for the next start to go on with: what
 * it did is not counted as an attempt, since the source is not to blame.
 */
export async function parkImport(sql: Sql, scope: ImportScope): Promise<void> {
  await sql`
    update imports set ${backInQueue(sql)}, attempts = greatest(attempts - 1, 0)
    where id = ${scope.importId} and project_id = ${scope.projectId}
      and lease_holder = ${scope.holder} and state in ('running', 'review')`;
}

/**
 * Puts an import back into the queue whose database went away under it, to be read again from its upload.
 * It counts as an attempt: what brought the database down may have been the import itself.
 *
 * @returns false: it has no upload that could be read again, or was begun too often
 */
export async function beginAgain(sql: Sql, scope: ImportScope): Promise<boolean> {
  const { count } = await sql`
    update imports set ${backInQueue(sql)}
    where id = ${scope.importId} and project_id = ${scope.projectId}
      and lease_holder = ${scope.holder} and state in ('running', 'review')
      and spool is not null and attempts < ${MAX_ATTEMPTS}`;
  return count > 0;
}
