import type { Db } from "@/db/client";
import { admitAttempt, forgetAttempt } from "@/db/queries/sign-in-attempts";
import { addressBlock } from "./address-block";

/** What came of a guess: its answer, or how long nobody looks at one. */
export type Guarded<T> =
  | { throttled: false; answer: T }
  | { throttled: true; retryAfterSeconds: number };

/**
 * Looks at a guess only if there were not too many (security.md B2): it is counted before, and taken back
 * when it was right.
 *
 * @param guess returns null when it was wrong
 */
export async function guardedGuess<T>(
  db: Db,
  { account, address }: { account: string; address: string },
  guess: () => Promise<T | null>,
): Promise<Guarded<T | null>> {
  const admission = await admitAttempt(db, { account, address: addressBlock(address) });
  if (!admission.admitted)
    return { throttled: true, retryAfterSeconds: admission.retryAfterSeconds };
  const answer = await guess();
  if (answer !== null) await forgetAttempt(db, admission.attempt);
  return { throttled: false, answer };
}
