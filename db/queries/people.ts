import { and, asc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { people } from "@/db/schema/people";
import type { ProjectRole } from "@/lib/domain/project-role";
import { secondFactors } from "@/db/schema/second-factors";
import { sessions } from "@/db/schema/sessions";
import { signInAccounts } from "@/db/schema/sign-in-accounts";

/** How a password of ours is told from a sign-in service. */
export const PASSWORD_PROVIDER = "credential";

/** What a query needs, inside a transaction or outside. */
export type Querying = Pick<Db, "select" | "insert" | "update" | "delete" | "execute">;

export type PersonRow = {
  id: string;
  name: string;
  email: string;
  instanceAdmin: boolean;
  secondFactor: boolean;
  /** False for those who sign in by a service only. */
  hasPassword: boolean;
  bannedAt: Date | null;
  createdAt: Date;
  lastUsedAt: Date | null;
  /** By project id. */
  roles: Record<string, ProjectRole>;
};

/** True from the first run on, for good: nobody is ever removed. */
export async function anyPerson(db: Querying): Promise<boolean> {
  return (await db.select({ id: people.id }).from(people).limit(1)).length > 0;
}

/**
 * Adds a person who signs in by password.
 *
 * @returns the id, or null when somebody has the address
 */
export async function insertPerson(
  db: Querying,
  person: { name: string; email: string; passwordHash: string; instanceAdmin?: boolean },
): Promise<string | null> {
  const { passwordHash, ...row } = person;
  const [made] = await db
    .insert(people)
    .values(row)
    .onConflictDoNothing({ target: people.email })
    .returning({ id: people.id });
  if (made === undefined) return null;
  await db.insert(signInAccounts).values({
    personId: made.id,
    providerId: PASSWORD_PROVIDER,
    accountId: made.id,
    password: passwordHash,
  });
  return made.id;
}

/** False for those who sign in by a service only, and for nobody. */
export async function hasPassword(db: Querying, personId: string): Promise<boolean> {
  const found = await db
    .select({ id: signInAccounts.id })
    .from(signInAccounts)
    .where(
      and(eq(signInAccounts.personId, personId), eq(signInAccounts.providerId, PASSWORD_PROVIDER)),
    );
  return found.length > 0;
}

/** Everybody, by name. */
export async function listPeople(db: Db): Promise<PersonRow[]> {
  return db
    .select({
      id: people.id,
      name: people.name,
      email: people.email,
      instanceAdmin: people.instanceAdmin,
      secondFactor: people.twoFactorEnabled,
      hasPassword: sql<boolean>`exists (select 1 from sign_in_accounts a where a.person_id = people.id and a.provider = ${PASSWORD_PROVIDER})`,
      bannedAt: people.bannedAt,
      createdAt: people.createdAt,
      lastUsedAt:
        sql`(select max(s.last_used_at) from sessions s where s.person_id = people.id)`.mapWith(
          sessions.lastUsedAt,
        ),
      roles: sql<
        Record<string, ProjectRole>
      >`(select coalesce(jsonb_object_agg(m.project_id, m.role), '{}') from project_members m where m.person_id = people.id)`,
    })
    .from(people)
    .orderBy(asc(people.name), asc(people.email));
}

/** Whether there is somebody by this id, banned or not. */
export async function isPerson(db: Querying, personId: string): Promise<boolean> {
  const found = await db.select({ id: people.id }).from(people).where(eq(people.id, personId));
  return found.length > 0;
}

/** True for nobody as well: who is not there may not sign in. */
export async function isBanned(db: Querying, personId: string): Promise<boolean> {
  const good = await db
    .select({ id: people.id })
    .from(people)
    .where(and(eq(people.id, personId), isNull(people.bannedAt)));
  return good.length === 0;
}

/**
 * Bans a person and ends all sessions, or lets them in again.
 *
 * @returns false: it is so already; null: nobody has the id, or it is the instance's admin, who cannot be
 *   banned
 */
export async function setBanned(
  db: Db,
  personId: string,
  banned: boolean,
): Promise<boolean | null> {
  return db.transaction(async (tx) => {
    const whom = and(eq(people.id, personId), eq(people.instanceAdmin, false));
    const isOther = banned ? isNull(people.bannedAt) : isNotNull(people.bannedAt);
    const changed = await tx
      .update(people)
      .set({ bannedAt: banned ? sql`now()` : null })
      .where(and(whom, isOther))
      .returning({ id: people.id });
    if (changed.length === 0) {
      const found = await tx.select({ id: people.id }).from(people).where(whom);
      return found.length > 0 ? false : null;
    }
    if (banned) await endSessions(tx, personId);
    return true;
  });
}

/** Hands the instance over: there is one admin, before and after. False when nobody good has the id. */
export async function handOver(db: Db, from: string, to: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [next] = await tx
      .select({ id: people.id })
      .from(people)
      .where(and(eq(people.id, to), isNull(people.bannedAt)))
      .for("update");
    if (next === undefined) return false;
    const left = await tx
      .update(people)
      .set({ instanceAdmin: false })
      .where(and(eq(people.id, from), eq(people.instanceAdmin, true)))
      .returning({ id: people.id });
    if (left.length === 0) return false;
    await tx.update(people).set({ instanceAdmin: true }).where(eq(people.id, to));
    return true;
  });
}

/** Ends every session of a person; they are nobody at their next request. False: there was none. */
export async function endSessions(db: Querying, personId: string): Promise<boolean> {
  const ended = await db
    .delete(sessions)
    .where(eq(sessions.personId, personId))
    .returning({ id: sessions.id });
  return ended.length > 0;
}

/** Replaces the password and ends every session. False for those who sign in by a service only. */
export async function replacePassword(
  db: Querying,
  personId: string,
  passwordHash: string,
): Promise<boolean> {
  const changed = await db
    .update(signInAccounts)
    .set({ password: passwordHash, updatedAt: sql`now()` })
    .where(
      and(eq(signInAccounts.personId, personId), eq(signInAccounts.providerId, PASSWORD_PROVIDER)),
    )
    .returning({ id: signInAccounts.id });
  if (changed.length > 0) await endSessions(db, personId);
  return changed.length > 0;
}

/**
 * Takes the second factor off a person who lost it; the next sign-in asks for the password alone.
 *
 * @returns false: there was none, not even one that was begun
 */
export async function dropSecondFactor(db: Db, personId: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const dropped = await tx
      .delete(secondFactors)
      .where(eq(secondFactors.personId, personId))
      .returning({ id: secondFactors.id });
    const off = await tx
      .update(people)
      .set({ twoFactorEnabled: false })
      .where(and(eq(people.id, personId), eq(people.twoFactorEnabled, true)))
      .returning({ id: people.id });
    return dropped.length + off.length > 0;
  });
}
