import { and, eq, gt, isNull, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { people } from "@/db/schema/people";
import { resetLinks } from "@/db/schema/reset-links";
import { hasPassword, replacePassword } from "./people";

export const RESET_MINUTES = 60;

const open = and(isNull(resetLinks.usedAt), gt(resetLinks.expiresAt, sql`now()`));

/**
 * Notes a link by its digest; earlier ones of the person open nothing any more. False for nobody, and for
 * those who sign in by a service only.
 */
export async function insertResetLink(
  db: Db,
  link: { personId: string; sha256: Uint8Array },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (!(await hasPassword(tx, link.personId))) return false;
    await tx
      .update(resetLinks)
      .set({ usedAt: sql`now()` })
      .where(and(eq(resetLinks.personId, link.personId), isNull(resetLinks.usedAt)));
    await tx
      .insert(resetLinks)
      .values({ ...link, expiresAt: sql`now() + make_interval(mins => ${RESET_MINUTES})` });
    return true;
  });
}

/** Whose password the link may set, while it may. */
export async function findResetLink(
  db: Db,
  sha256: Uint8Array,
): Promise<{ id: string; personId: string; name: string; email: string } | null> {
  const [row] = await db
    .select({
      id: resetLinks.id,
      personId: people.id,
      name: people.name,
      email: people.email,
    })
    .from(resetLinks)
    .innerJoin(people, eq(people.id, resetLinks.personId))
    .where(and(eq(resetLinks.sha256, sha256), open, isNull(people.bannedAt)));
  return row ?? null;
}

/** Uses the link: the password is set and every session ended. False when another request was first. */
export async function spendResetLink(
  db: Db,
  link: { id: string; personId: string },
  passwordHash: string,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const used = await tx
      .update(resetLinks)
      .set({ usedAt: sql`now()` })
      .where(and(eq(resetLinks.id, link.id), open))
      .returning({ id: resetLinks.id });
    return used.length > 0 && (await replacePassword(tx, link.personId, passwordHash));
  });
}
