import type { Sql } from "@/db/client";
import type { ImportScope } from "./import-rows";
import { TIMING } from "./import-timing";

/**
 * Gives an import back that its process cannot bring to its end, for the next start to go on with: what
 * it did is not counted as an attempt, since the source is not to blame.
 */
export async function parkImport(sql: Sql, scope: ImportScope): Promise<void> {
  await sql`
    update imports set
      state = case state when 'running' then 'uploaded' else state end,
      lease_holder = null,
      lease_until = now() + ${TIMING.vouchMs}::float8 * interval '1 millisecond',
      attempts = greatest(attempts - 1, 0),
      started_at = null,
      bytes_read = 0,
      records = 0,
      episodes = 0
    where id = ${scope.importId} and project_id = ${scope.projectId}
      and lease_holder = ${scope.holder} and state in ('running', 'review')`;
}
