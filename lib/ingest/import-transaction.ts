import { setTimeout as wait } from "node:timers/promises";
import type { Sql } from "@/db/client";
import { isConnectionLoss } from "./database-fault";
import type { Transaction } from "./insert-rows";

/** A connection that breaks is known to be broken within this time after the error of its statement. */
const NOTICE_MS = 2000;

/**
 * A transaction for work that goes on between its statements. When its connection breaks, the driver
 * (postgres 3.4.9) still sends a ROLLBACK and every later statement of the work to it: that throws where
 * nobody can catch it and ends the process, or runs outside of any transaction when the connection has been
 * opened again for somebody else. Here nothing is sent to a connection any more that broke.
 *
 * @throws what `work` throws, or the driver's error when the connection broke
 */
export async function importTransaction<Result extends object>(
  sql: Sql,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const broken = new AbortController();
  const done: { result?: Result } = {};
  try {
    await sql.begin("isolation level read committed", async (tx) => {
      done.result = await unlessBroken(() => work(guarded(tx, broken.signal)), broken.signal);
    });
  } catch (error) {
    broken.abort(error);
    throw error;
  }
  if (done.result === undefined) throw new Error("a transaction ended without its result");
  return done.result;
}

/** Never settles when the connection broke: the driver has rejected the transaction itself by then. */
async function unlessBroken<T>(work: () => Promise<T>, broken: AbortSignal): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!broken.aborted && isConnectionLoss(error))
      await wait(NOTICE_MS, undefined, { signal: broken }).catch(() => {});
    if (broken.aborted) return new Promise<never>(() => {});
    throw error;
  }
}

/** The same transaction, which refuses to send anything once its connection broke. */
function guarded(tx: Transaction, broken: AbortSignal): Transaction {
  return new Proxy(tx, {
    apply(target, self, args): unknown {
      broken.throwIfAborted();
      return Reflect.apply(target, self, args);
    },
    get(target, key): unknown {
      broken.throwIfAborted();
      if (key !== "savepoint") return Reflect.get(target, key);
      return (work: (inner: Transaction) => Promise<unknown>) =>
        target.savepoint((inner) => unlessBroken(() => work(guarded(inner, broken)), broken));
    },
  });
}
