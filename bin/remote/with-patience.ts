import { setTimeout as wait } from "node:timers/promises";
import { isAppError } from "@/lib/errors";

/**
 * Makes a request, and again where it reached nobody, after a wait each time; a last time after the last.
 * What it asks for has to be the same when it is asked for twice.
 *
 * @param patienceMs the waits, in milliseconds
 * @throws AppError unavailable: nobody was reached at all; and the server's own refusals, at once
 */
export async function withPatience<Result>(
  work: () => Promise<Result>,
  signal: AbortSignal,
  patienceMs: readonly number[],
): Promise<Result> {
  for (const ms of patienceMs) {
    try {
      return await work();
    } catch (error) {
      if (signal.aborted || !isAppError(error) || error.code !== "unavailable") throw error;
      await wait(ms, undefined, { signal });
    }
  }
  return work();
}
