import { setTimeout as wait } from "node:timers/promises";
import type { Database } from "@/db/client";
import { newId } from "@/db/schema/columns";
import { claimImport, vouchFor } from "./import-claim";
import { holdLease, type Lease } from "./import-lease";
import { stopError, stopOf } from "./import-stop";
import { TIMING } from "./import-timing";

const POLL_MS = 250;

/**
 * Waits until an import that this process noted, and reads itself, may begin. A command's import counts
 * as one of the two and stands in the same queue as the uploads: whoever has many files on the command
 * line must not make the pages slow, nor jump the queue of those who wait there.
 *
 * @param onWaiting told when it has to wait, once
 * @returns its lease, whose signal is aborted with `signal` too
 * @throws AppError unavailable: it was cancelled or given up before its turn; its row is then ended
 */
export async function ownTurn(
  database: Database,
  job: { projectId: string; importId: string },
  { signal, onWaiting }: { signal?: AbortSignal | undefined; onWaiting?: (() => void) | undefined },
): Promise<Lease> {
  const { sql } = database;
  const holder = newId();
  const mine = { importId: job.importId };
  for (let told = false; ; told = true) {
    if (stopOf(signal) !== null) {
      await giveUp(database, job);
      throw stopError("asked");
    }
    const claim = await claimImport(sql, holder, mine, TIMING);
    if (claim !== null) return holdLease(database, { ...job, holder }, TIMING);
    const [row] = await sql<{ waits: boolean }[]>`
      select state = 'uploaded' as waits from imports
      where id = ${job.importId} and project_id = ${job.projectId}`;
    if (row?.waits !== true) throw stopError("cancelled");
    await vouchFor(sql, mine, TIMING);
    if (!told) onWaiting?.();
    await wait(POLL_MS);
  }
}

async function giveUp({ sql }: Database, job: { projectId: string; importId: string }) {
  await sql`
    update imports set state = 'failed', error = ${stopError("asked").message},
      finished_at = now(), lease_until = null
    where id = ${job.importId} and project_id = ${job.projectId} and state = 'uploaded'`;
}
