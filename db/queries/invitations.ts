import { and, desc, eq, gt, inArray, isNull, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { invitations, type InvitedRole } from "@/db/schema/invitations";
import { people } from "@/db/schema/people";
import { projects } from "@/db/schema/projects";
import { insertPerson, type Querying } from "./people";

export const INVITATION_DAYS = 7;

export type InvitationRow = { id: string; email: string; roles: InvitedRole[]; expiresAt: Date };

const columns = {
  id: invitations.id,
  email: invitations.email,
  roles: invitations.roles,
  expiresAt: invitations.expiresAt,
};

const open = and(isNull(invitations.usedAt), gt(invitations.expiresAt, sql`now()`));

/**
 * Notes an invitation by its digest; an earlier one of the address opens nothing any more.
 *
 * @returns false: somebody else invites the address at this moment, and theirs stands
 */
export async function insertInvitation(
  db: Db,
  invitation: { sha256: Uint8Array; email: string; roles: InvitedRole[]; invitedBy: string },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    await tx
      .update(invitations)
      .set({ usedAt: sql`now()` })
      .where(and(eq(invitations.email, invitation.email), isNull(invitations.usedAt)));
    const noted = await tx
      .insert(invitations)
      .values({
        ...invitation,
        expiresAt: sql`now() + make_interval(days => ${INVITATION_DAYS})`,
      })
      .onConflictDoNothing({
        target: invitations.email,
        where: sql`${invitations.usedAt} is null`,
      })
      .returning({ id: invitations.id });
    return noted.length > 0;
  });
}

/** Those that still open the door, the newest first. */
export async function listInvitations(db: Db): Promise<InvitationRow[]> {
  return db.select(columns).from(invitations).where(open).orderBy(desc(invitations.createdAt));
}

/** The invitation that still opens the door, by its digest or by its address. */
export async function findInvitation(
  db: Querying,
  by: { sha256: Uint8Array } | { email: string },
): Promise<InvitationRow | null> {
  const which =
    "sha256" in by ? eq(invitations.sha256, by.sha256) : eq(invitations.email, by.email);
  const [row] = await db.select(columns).from(invitations).where(and(which, open));
  return row ?? null;
}

/** Takes an invitation back; false: it opens nothing any more as it is. */
export async function withdrawInvitation(db: Db, id: string): Promise<boolean> {
  const withdrawn = await db
    .update(invitations)
    .set({ usedAt: sql`now()` })
    .where(and(eq(invitations.id, id), open))
    .returning({ id: invitations.id });
  return withdrawn.length > 0;
}

/**
 * Makes the invited person, with a password.
 *
 * @returns their id, and the roles that they are to have in projects that are still there; null when the
 *   invitation is used or over, or somebody has the address
 */
export async function acceptInvitation(
  tx: Db,
  id: string,
  person: { name: string; email: string; passwordHash: string },
): Promise<{ personId: string; roles: InvitedRole[] } | null> {
  const roles = await useInvitation(tx, id);
  const personId = roles === null ? null : await insertPerson(tx, person);
  return roles === null || personId === null ? null : { personId, roles };
}

/** The same for a person whom the sign-in service has made already: the roles, or null as above. */
export async function acceptInvitationOf(tx: Db, email: string): Promise<InvitedRole[] | null> {
  const invitation = await findInvitation(tx, { email });
  return invitation === null ? null : useInvitation(tx, invitation.id);
}

/** True when nobody signs in by this address yet. */
export async function isFreeAddress(db: Querying, email: string): Promise<boolean> {
  const found = await db.select({ id: people.id }).from(people).where(eq(people.email, email));
  return found.length === 0;
}

/** Projects that are gone since the invitation are left out. */
async function useInvitation(tx: Querying, id: string): Promise<InvitedRole[] | null> {
  const [row] = await tx
    .update(invitations)
    .set({ usedAt: sql`now()` })
    .where(and(eq(invitations.id, id), open))
    .returning({ roles: invitations.roles });
  if (row === undefined) return null;
  const wanted = row.roles.map(({ projectId }) => projectId);
  const there = await tx
    .select({ id: projects.id })
    .from(projects)
    .where(inArray(projects.id, wanted));
  return row.roles.filter(({ projectId }) => there.some((project) => project.id === projectId));
}
