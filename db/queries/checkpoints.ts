import { desc } from "drizzle-orm";
import type { Db } from "@/db/client";
import { checkpoints } from "@/db/schema/checkpoints";

/** A head of the log that was signed: its length, the signed note, and the key as people pass it on. */
export type StoredCheckpoint = { size: number; note: string; publicKey: string };

/** The longest head of the log that was signed, the last one of these; null: none was. */
export async function latestCheckpoint(db: Db): Promise<StoredCheckpoint | null> {
  const [found] = await db
    .select({
      size: checkpoints.size,
      note: checkpoints.note,
      publicKey: checkpoints.verifierKey,
    })
    .from(checkpoints)
    .orderBy(desc(checkpoints.size), desc(checkpoints.createdAt))
    .limit(1);
  return found ?? null;
}
