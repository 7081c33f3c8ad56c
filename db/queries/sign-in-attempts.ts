import { createHash } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { signInAttempts } from "@/db/schema/sign-in-attempts";

/** Guesses that are looked at in `WINDOW_SECONDS`: at one account from anywhere, and from one address at all. */
export const MOST_PER_ACCOUNT = 5;
export const MOST_PER_ADDRESS = 20;
export const WINDOW_SECONDS = 300;

/** Two families of advisory locks; account before address, always, so that none waits in a circle. */
const ACCOUNT_LOCK = 5_417_621;
const ADDRESS_LOCK = 5_417_622;

export type Admission =
  | { admitted: true; attempt: number }
  | { admitted: false; retryAfterSeconds: number };

/**
 * Counts a guess before anybody looks at it, and says whether it may be looked at. What is refused is not
 * counted: a window ends 5 minutes after the guesses that filled it. Any number of callers and servers share
 * the count.
 *
 * @param account what is guessed at, e.g. an e-mail address; whether it exists plays no part
 * @param address an IPv4 address or the /64 of an IPv6 one
 */
export async function admitAttempt(
  db: Db,
  { account, address }: { account: string; address: string },
): Promise<Admission> {
  const digest = createHash("sha256").update(account).digest();
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${ACCOUNT_LOCK}, ${digest.readInt32BE(0)})`);
    await tx.execute(sql`select pg_advisory_xact_lock(${ADDRESS_LOCK}, hashtext(${address}))`);
    await tx
      .delete(signInAttempts)
      .where(
        sql`${signInAttempts.at} < clock_timestamp() - make_interval(secs => ${WINDOW_SECONDS})`,
      );
    const wait = await secondsToWait(tx, digest, address);
    if (wait > 0) return { admitted: false, retryAfterSeconds: wait };
    const [row] = await tx
      .insert(signInAttempts)
      .values({ account: digest, address, at: sql`clock_timestamp()` })
      .returning({ id: signInAttempts.id });
    if (row === undefined) throw new Error("an attempt was not noted");
    return { admitted: true, attempt: row.id };
  });
}

/** Takes back a guess that was right: only failures count. */
export async function forgetAttempt(db: Db, attempt: number): Promise<void> {
  await db.delete(signInAttempts).where(eq(signInAttempts.id, attempt));
}

/** Until the oldest guess that fills a window has left it; 0 when there is room. */
async function secondsToWait(
  tx: Pick<Db, "execute">,
  account: Uint8Array,
  address: string,
): Promise<number> {
  const nth = (column: "account" | "address", most: number) => sql`
    (select at from ${signInAttempts}
      where ${column === "account" ? sql`account_sha256 = ${account}` : sql`address = ${address}`}
      order by at desc offset ${most - 1} limit 1)`;
  const [row] = await tx.execute<{ wait: number | null }>(sql`
    select ceil(extract(epoch from greatest(${nth("account", MOST_PER_ACCOUNT)}, ${nth("address", MOST_PER_ADDRESS)})
      + make_interval(secs => ${WINDOW_SECONDS}) - clock_timestamp()))::int as wait`);
  return row?.wait ?? 0;
}
