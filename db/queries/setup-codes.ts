import { and, eq, gt, lt, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { setupCodes } from "@/db/schema/setup-codes";
import { anyPerson, insertPerson, type Querying } from "./people";

export const SETUP_MINUTES = 60;

/** One person at a time can be the first. */
const SETUP_LOCK = 5_417_620_260_114;

/** Notes a code by its digest, unless somebody is there already: then false. Codes that ran out go. */
export async function insertSetupCode(db: Db, sha256: Uint8Array): Promise<boolean> {
  if (await anyPerson(db)) return false;
  await db.delete(setupCodes).where(lt(setupCodes.expiresAt, sql`now()`));
  await db
    .insert(setupCodes)
    .values({ sha256, expiresAt: sql`now() + make_interval(mins => ${SETUP_MINUTES})` });
  return true;
}

export async function isSetupCode(db: Querying, sha256: Uint8Array): Promise<boolean> {
  const found = await db
    .select({ id: setupCodes.id })
    .from(setupCodes)
    .where(and(eq(setupCodes.sha256, sha256), gt(setupCodes.expiresAt, sql`now()`)));
  return found.length > 0;
}

/**
 * Makes the first person, who looks after the instance, and forgets every code. Any number may try at once:
 * one succeeds.
 *
 * @returns the person's id, or why not
 */
export async function insertFirstPerson(
  db: Db,
  sha256: Uint8Array,
  person: { name: string; email: string; passwordHash: string },
): Promise<{ personId: string } | "closed" | "no such code"> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${SETUP_LOCK})`);
    if (await anyPerson(tx)) return "closed";
    if (!(await isSetupCode(tx, sha256))) return "no such code";
    const personId = await insertPerson(tx, { ...person, instanceAdmin: true });
    if (personId === null) return "closed";
    await tx.delete(setupCodes);
    return { personId };
  });
}
