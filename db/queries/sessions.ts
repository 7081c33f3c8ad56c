import { and, desc, eq, gt, ne, sql, type SQL } from "drizzle-orm";
import type { Db } from "@/db/client";
import { people } from "@/db/schema/people";
import type { ProjectRole } from "@/lib/domain/project-role";
import { sessions } from "@/db/schema/sessions";

/** A session that nobody used for so long is over. */
export const IDLE_HOURS = 8;
/** And every session is over after so long. */
export const ABSOLUTE_DAYS = 7;

/** A session that is used more often than this is noted no more often. */
const NOTED_EVERY = sql`interval '1 minute'`;

const alive = and(
  gt(sessions.expiresAt, sql`now()`),
  gt(sessions.createdAt, sql`now() - make_interval(days => ${ABSOLUTE_DAYS})`),
  gt(sessions.lastUsedAt, sql`now() - make_interval(hours => ${IDLE_HOURS})`),
);

export type SignedIn = {
  sessionId: string;
  personId: string;
  name: string;
  email: string;
  instanceAdmin: boolean;
  secondFactor: boolean;
  roles: Record<string, ProjectRole>;
};

/**
 * Whose session this is, as everything stands now, and notes that it was used. Null: it is over, or its
 * person is banned.
 *
 * @param tokenSha256 in hex
 */
export async function findSignedIn(db: Db, tokenSha256: string): Promise<SignedIn | null> {
  const [row] = await db
    .select({
      sessionId: sessions.id,
      personId: people.id,
      name: people.name,
      email: people.email,
      instanceAdmin: people.instanceAdmin,
      secondFactor: people.twoFactorEnabled,
      roles: sql<
        Record<string, ProjectRole>
      >`(select coalesce(jsonb_object_agg(m.project_id, m.role), '{}') from project_members m where m.person_id = ${people.id})`,
      stale: sql<boolean>`${sessions.lastUsedAt} < now() - ${NOTED_EVERY}`,
    })
    .from(sessions)
    .innerJoin(people, eq(people.id, sessions.personId))
    .where(and(eq(sessions.token, tokenSha256), alive, sql`${people.bannedAt} is null`));
  if (row === undefined) return null;
  const { stale, ...signedIn } = row;
  if (stale)
    await db
      .update(sessions)
      .set({ lastUsedAt: sql`now()` })
      .where(eq(sessions.id, row.sessionId));
  return signedIn;
}

export type SessionRow = {
  id: string;
  createdAt: Date;
  lastUsedAt: Date;
  address: string | null;
  userAgent: string | null;
};

/** Where a person is signed in, the last used first. */
export async function listSessions(db: Db, personId: string): Promise<SessionRow[]> {
  return db
    .select({
      id: sessions.id,
      createdAt: sessions.createdAt,
      lastUsedAt: sessions.lastUsedAt,
      address: sessions.ipAddress,
      userAgent: sessions.userAgent,
    })
    .from(sessions)
    .where(and(eq(sessions.personId, personId), alive))
    .orderBy(desc(sessions.lastUsedAt));
}

/** Ends one session of this person; false: it has ended already, or is not theirs. */
export async function endSession(db: Db, personId: string, id: string): Promise<boolean> {
  return endThose(db, personId, eq(sessions.id, id));
}

/** Ends all but one; false: there was no other. */
export async function endOtherSessions(db: Db, personId: string, kept: string): Promise<boolean> {
  return endThose(db, personId, ne(sessions.id, kept));
}

async function endThose(db: Db, personId: string, those: SQL): Promise<boolean> {
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.personId, personId), those))
    .returning({ id: sessions.id });
  return ended.length > 0;
}

/** Rows of sessions that are over; they open nothing, and go when somebody signs in. */
export async function deleteDeadSessions(db: Db): Promise<void> {
  await db.delete(sessions).where(sql`not (${alive})`);
}
