import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { badTokens } from "@/db/schema/bad-tokens";

/** So many bad tokens from one address in so long, and no token of it is looked at any more (security.md B9). */
const MOST_BAD_TOKENS = 10;
const WINDOW = sql`interval '1 minute'`;

/** A family of advisory locks, one for each address. */
const LOCK = 5_417_623;

/**
 * Notes one that was looked at and was none. Those that many connections look at in the same moment are
 * counted one after the other.
 *
 * @returns whether there was still room for it
 */
export async function noteBadToken(db: Db, address: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK}, hashtext(${address}))`);
    if (await tooManyBadTokens(tx, address)) return false;
    await tx.delete(badTokens).where(sql`${badTokens.at} < clock_timestamp() - ${WINDOW}`);
    await tx.insert(badTokens).values({ address, at: sql`clock_timestamp()` });
    return true;
  });
}

/**
 * Whether so many came from there that none is looked at.
 *
 * @param address an IPv4 address or the /64 of an IPv6 one
 */
export async function tooManyBadTokens(db: Pick<Db, "execute">, address: string): Promise<boolean> {
  const [row] = await db.execute<{ many: boolean }>(sql`
    select exists (
      select 1 from ${badTokens}
      where address = ${address} and at > clock_timestamp() - ${WINDOW}
      offset ${MOST_BAD_TOKENS - 1}) as many`);
  return row?.many === true;
}
