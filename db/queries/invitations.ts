import { and, desc, eq, gt, inArray, isNull, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { invitations, type InvitedRole } from "@/db/schema/invitations";
import { people } from "@/db/schema/people";
import { projectMembers } from "@/db/schema/project-members";
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

/** Notes an invitation by its digest; earlier ones of the address open nothing any more. */
export async function insertInvitation(
  db: Db,
  invitation: { sha256: Uint8Array; email: string; roles: InvitedRole[]; invitedBy: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx
      .update(invitations)
      .set({ usedAt: sql`now()` })
      .where(and(eq(invitations.email, invitation.email), isNull(invitations.usedAt)));
    await tx.insert(invitations).values({
      ...invitation,
      expiresAt: sql`now() + make_interval(days => ${INVITATION_DAYS})`,
    });
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

/** Takes an invitation back. */
export async function withdrawInvitation(db: Db, id: string): Promise<void> {
  await db
    .update(invitations)
    .set({ usedAt: sql`now()` })
    .where(and(eq(invitations.id, id), isNull(invitations.usedAt)));
}

/**
 * Makes the invited person, with a password and the roles of the invitation.
 *
 * @returns the id; null when the invitation is used or over, or somebody has the address
 */
export async function acceptInvitation(
  db: Db,
  id: string,
  person: { name: string; email: string; passwordHash: string },
): Promise<string | null> {
  return db.transaction(async (tx) => {
    const roles = await useInvitation(tx, id);
    const personId = roles === null ? null : await insertPerson(tx, person);
    if (roles === null || personId === null) return null;
    await giveRoles(tx, personId, roles);
    return personId;
  });
}

/** The same for a person whom the sign-in service has made already. */
export async function acceptInvitationOf(
  tx: Querying,
  personId: string,
  email: string,
): Promise<void> {
  const invitation = await findInvitation(tx, { email });
  const roles = invitation === null ? null : await useInvitation(tx, invitation.id);
  if (roles !== null) await giveRoles(tx, personId, roles);
}

/** True when nobody signs in by this address yet. */
export async function isFreeAddress(db: Querying, email: string): Promise<boolean> {
  const found = await db.select({ id: people.id }).from(people).where(eq(people.email, email));
  return found.length === 0;
}

async function useInvitation(tx: Querying, id: string): Promise<InvitedRole[] | null> {
  const [row] = await tx
    .update(invitations)
    .set({ usedAt: sql`now()` })
    .where(and(eq(invitations.id, id), open))
    .returning({ roles: invitations.roles });
  return row?.roles ?? null;
}

/** Projects that are gone since the invitation are left out. */
async function giveRoles(tx: Querying, personId: string, roles: InvitedRole[]): Promise<void> {
  if (roles.length === 0) return;
  const there = await tx
    .select({ id: projects.id })
    .from(projects)
    .where(
      inArray(
        projects.id,
        roles.map(({ projectId }) => projectId),
      ),
    );
  const kept = roles.filter(({ projectId }) => there.some(({ id }) => id === projectId));
  if (kept.length > 0)
    await tx.insert(projectMembers).values(kept.map((role) => ({ personId, ...role })));
}
