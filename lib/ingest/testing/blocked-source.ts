import { createHash } from "node:crypto";
import type { Database } from "@/db/client";

/**
 * Holds back every import of this one file in the middle of its run: it waits for the lock that imports of
 * the same bytes wait for, until `free` is called.
 */
export async function blockSource(
  { sql }: Pick<Database, "sql">,
  projectId: string,
  text: string,
): Promise<{ free(): Promise<void> }> {
  const sha256 = createHash("sha256").update(text).digest("hex");
  const connection = await sql.reserve();
  await connection`set statement_timeout = 0`;
  await connection`select pg_advisory_lock(hashtextextended(${`${projectId} ${sha256}`}::text, 0))`;
  return {
    async free() {
      await connection`select pg_advisory_unlock_all()`;
      connection.release();
    },
  };
}
