import type postgres from "postgres";
import { AppError } from "@/lib/errors";

/** SQLSTATE "lock_not_available". */
const LOCKED = "55P03";

/**
 * Does what may have to wait for a lock, and waits for so long only. The limit is of this work alone: what
 * the transaction does later waits as long as ever.
 *
 * @param limit in ms, and the sentence for whoever waited in vain
 * @throws AppError in_progress: it waited in vain; the transaction has failed then
 */
export async function waitForLock<T>(
  tx: postgres.TransactionSql,
  { ms, busy }: { ms: number; busy: string },
  work: () => Promise<T>,
): Promise<T> {
  await tx`select set_config('lock_timeout', ${String(ms)}, true)`;
  try {
    const done = await work();
    await tx`set local lock_timeout to default`;
    return done;
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === LOCKED)
      throw new AppError("in_progress", busy, { cause });
    throw cause;
  }
}
