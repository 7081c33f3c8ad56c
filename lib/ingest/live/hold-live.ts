import type { Scope } from "@/db/client";
import { waitForLock } from "@/db/wait-for-lock";
import { AppError } from "@/lib/errors";
import type { Transaction } from "../insert-rows";

export type HeldLive = { key: string; raw: Uint8Array; records: number; episodes: number };

/**
 * Takes the live campaign for the rest of the transaction: batches, sealing and giving up go one after
 * the other. A batch holds it for a moment, sealing for as long as it is read.
 *
 * @throws AppError not_found: no such live campaign; in_progress: somebody else has had it for 5 s
 */
export async function holdLive(
  tx: Transaction,
  { projectId, liveId }: Scope & { liveId: string },
): Promise<HeldLive> {
  const [row] = await waitForLock(
    tx,
    { ms: 5000, busy: "The campaign is being sealed; ask again shortly." },
    () =>
      tx<HeldLive[]>`
        select key, raw, records, episodes from live_campaigns
        where project_id = ${projectId} and id = ${liveId}
        for update`,
  );
  if (row === undefined)
    throw new AppError("not_found", "There is no such live campaign; it may have been sealed.");
  return row;
}
