import type postgres from "postgres";
import type { Sql } from "@/db/client";
import { lockQueue } from "./import-claim";
import { MAX_ATTEMPTS, type ImportTiming } from "./import-timing";
import type { Transaction } from "./insert-rows";
import { backInQueue } from "./park-import";

const SENTENCES = {
  noProcess:
    "The process that read it ended before the import was complete; nothing of it was kept. Import it again.",
  noUpload:
    "The upload is no longer on the server, so that it cannot be read; nothing was imported. Upload it again.",
  poison: `Reading it ended the server's process ${MAX_ATTEMPTS} times, so that it is not tried again; nothing of it was kept. The upload stays in the server's uploads folder for a week.`,
  unstarted:
    "Nobody started it within a week of its upload, so that the upload was deleted; nothing was imported. Upload it again.",
} as const;

type Abandoned = {
  id: string;
  attempts: number;
  hasSpool: boolean;
  isHere: boolean;
  isCancelled: boolean;
  isLate: boolean;
};

/**
 * Settles what processes left behind when they died, so that every row ends true: an import goes back into
 * the queue when its upload is in this process's folder, once; it is failed with a sentence when it has no
 * upload, or has been begun twice; and so is what nobody has. An import that sealed its campaign was marked
 * done in the same transaction.
 *
 * In: `spools`, the uploads of this process's folder. `restarted`: no other process has that folder, so
 * that what is running there without holding its lock is dead, however long its lease lasts. `failMissing`:
 * whoever else has a folder of uploads had the time to say what is in it.
 * @returns how many were put back, how many ended, and how many uploads nobody started
 */
export async function settleAbandoned(
  sql: Sql,
  input: {
    spools: readonly string[];
    timing: ImportTiming;
    restarted: boolean;
    failMissing: boolean;
  },
): Promise<{ resumed: number; ended: number; unstarted: number }> {
  const { spools, timing, restarted, failMissing } = input;
  return sql.begin(async (tx) => {
    await lockQueue(tx);
    const here = tx`coalesce(spool = any(${[...spools]}::text[]), false)`;
    const gone = restarted
      ? tx`(lease_until < now() or (state = 'running' and ${here}
          and pg_try_advisory_xact_lock(hashtextextended(id::text, 0))))`
      : tx`lease_until < now()`;
    const abandoned = await tx<Abandoned[]>`
      select id, attempts, spool is not null as "hasSpool", ${here} as "isHere",
        cancel_requested_at is not null as "isCancelled",
        lease_until < now() - ${timing.vouchMs}::float8 * interval '1 millisecond' as "isLate"
      from imports
      where lease_holder is not null and state in ('running', 'review') and ${gone}
      for update skip locked`;
    const done = { resumed: 0, ended: 0, unstarted: 0 };
    for (const job of abandoned) {
      const fate = fateOf(job, failMissing);
      if (fate === "wait") continue;
      if (fate === "resume") {
        await resume(tx, job.id, timing);
        done.resumed += 1;
      } else {
        await end(tx, job.id, fate);
        done.ended += 1;
      }
    }
    done.ended += await failOrphans(tx, here, failMissing);
    done.unstarted += await endUnstarted(tx);
    return done;
  });
}

type Ending = Exclude<keyof typeof SENTENCES, "unstarted"> | "cancelled";

function fateOf(job: Abandoned, failMissing: boolean): Ending | "resume" | "wait" {
  if (job.isCancelled) return "cancelled";
  if (!job.hasSpool) return "noProcess";
  if (job.attempts >= MAX_ATTEMPTS) return "poison";
  if (job.isHere) return "resume";
  return failMissing && job.isLate ? "noUpload" : "wait";
}

async function resume(tx: Transaction, id: string, timing: ImportTiming): Promise<void> {
  await tx`update imports set ${backInQueue(tx, timing)} where id = ${id}`;
}

async function end(tx: Transaction, id: string, ending: Ending): Promise<void> {
  const state = ending === "cancelled" ? "cancelled" : "failed";
  const error = ending === "cancelled" ? null : SENTENCES[ending];
  await tx`
    update imports set
      state = ${state}, error = ${error}, finished_at = now(), episodes = 0,
      lease_until = null, lease_holder = null
    where id = ${id}`;
}

/** What waits for its reviewer keeps its upload a week, and no disk fills with what was forgotten. */
async function endUnstarted(tx: Transaction): Promise<number> {
  const rows = await tx`
    update imports set
      state = 'failed', error = ${SENTENCES.unstarted}, finished_at = now(),
      lease_until = null, lease_holder = null
    where state = 'review' and lease_holder is null and created_at < now() - interval '7 days'`;
  return rows.count;
}

/** What waits without anybody who has it. */
async function failOrphans(
  tx: Transaction,
  here: postgres.PendingQuery<postgres.Row[]>,
  failMissing: boolean,
): Promise<number> {
  const rows = await tx`
    update imports set
      state = 'failed',
      error = case when spool is null then ${SENTENCES.noProcess} else ${SENTENCES.noUpload} end,
      finished_at = now(), lease_until = null
    where (state = 'uploaded' or (state = 'review' and preview is null)) and lease_holder is null
      and coalesce(lease_until, created_at) < now() and not ${here}
      and (spool is null or ${failMissing})`;
  return rows.count;
}
