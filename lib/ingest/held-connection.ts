import { setTimeout as wait } from "node:timers/promises";
import { stopIfAsked, type Run } from "./ingest-run";
import type { Transaction } from "./insert-rows";

/** An import that is to stop looks at its signal with every record; a statement gets so long to end. */
const GRACE_MS = 500;
/** A process that lives leaves an import within this time after its statement was given up. */
const PATIENCE_MS = 5000;
const POLL_MS = 100;

/**
 * Makes a transaction that of an import. Its lock tells others that the import lives, however long ago it
 * was heard of; a page's timeouts do not hold here; and a statement that waits (for a campaign of the same
 * key, which another import is writing) is given up when the import is to stop.
 *
 * @returns to be called before the transaction ends: its connection then serves others
 */
export async function holdConnection(
  tx: Transaction,
  { scope, signal, database }: Pick<Run, "scope" | "signal" | "database">,
): Promise<() => void> {
  await tx`set local statement_timeout = 0`;
  await tx`set local idle_in_transaction_session_timeout = '10min'`;
  await takeOver(tx, scope.importId, signal);
  const [own] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`;
  let timer: NodeJS.Timeout | undefined;
  const giveUp = () => {
    timer = setTimeout(() => {
      database.sql`select pg_cancel_backend(${own?.pid ?? 0})`.catch(() => {});
    }, GRACE_MS);
  };
  if (signal?.aborted === true) giveUp();
  signal?.addEventListener("abort", giveUp, { once: true });
  return () => {
    signal?.removeEventListener("abort", giveUp);
    clearTimeout(timer);
  };
}

/**
 * Takes the lock of an import. When a process still has it whose lease ran out, its statement is given up,
 * so that it finds out; when it does not, because it hangs, its connection is ended, which would else keep
 * what it locked from whoever goes on.
 */
async function takeOver(tx: Transaction, importId: string, signal?: AbortSignal): Promise<void> {
  const since = performance.now();
  for (let asked = false; !(await tryLock(tx, importId)); asked = true) {
    stopIfAsked(signal);
    const hangs = performance.now() - since >= PATIENCE_MS;
    if (hangs) await tx`select pg_terminate_backend(pid) from ${holdersOf(tx, importId)}`;
    else if (!asked) await tx`select pg_cancel_backend(pid) from ${holdersOf(tx, importId)}`;
    await wait(POLL_MS);
  }
}

async function tryLock(tx: Transaction, importId: string): Promise<boolean> {
  const [row] = await tx<{ got: boolean }[]>`
    select pg_try_advisory_xact_lock(hashtextextended(${importId}::text, 0)) as got`;
  return row?.got === true;
}

/** A lock of one 64-bit number is listed as its two halves. */
function holdersOf(tx: Transaction, importId: string) {
  return tx`(
    select pid from pg_locks
    where locktype = 'advisory' and objsubid = 1 and granted and pid <> pg_backend_pid()
      and database = (select oid from pg_database where datname = current_database())
      and ((classid::bigint << 32) | objid::bigint) = hashtextextended(${importId}::text, 0)
  ) holders`;
}

/** One import at a time for each source. */
export async function lockSource(
  tx: Transaction,
  projectId: string,
  fingerprint: string,
): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`${projectId} ${fingerprint}`}::text, 0))`;
}
