import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Sql } from "@/db/client";
import { uploadsFolder } from "./upload/uploads-folder";

/**
 * Ends the imports that a process left behind when it died, and deletes uploads that nobody will read.
 * To be called once, before the server takes requests. An import that another process runs holds a lock
 * and stays; one that sealed its campaign was marked done in the same transaction.
 *
 * In: the data folder whose uploads are this server's own.
 * @returns how many imports were ended
 */
export async function failAbandonedImports(sql: Sql, dataDir: string): Promise<number> {
  const uploads = uploadsFolder(dataDir);
  const ours = await readdir(uploads).catch(() => []);
  const rows = await sql`
    update imports set
      state = 'failed',
      error = 'The server stopped before this import was complete; nothing of it was kept. Import it again.',
      finished_at = now(),
      spool = null
    where (state = 'running' and pg_try_advisory_xact_lock(hashtextextended(id::text, 0)))
      or (state = 'uploaded' and (spool = any(${ours}::text[]) or created_at < now() - interval '1 day'))`;
  for (const name of ours) await rm(join(uploads, name), { recursive: true, force: true });
  return rows.count;
}
