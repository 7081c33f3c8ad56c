import { and, asc, eq, sql } from "drizzle-orm";
import type { Db, Scope } from "@/db/client";
import { people } from "@/db/schema/people";
import { projectMembers } from "@/db/schema/project-members";
import type { ProjectRole } from "@/lib/domain/project-role";

/** A person of a project, as its admins see them. */
export type MemberRow = {
  personId: string;
  name: string;
  email: string;
  role: ProjectRole;
  since: Date;
  banned: boolean;
};

/** Who has a role in the project, by name. The instance's admin, who needs none, is not among them. */
export async function listMembers(db: Db, scope: Scope): Promise<MemberRow[]> {
  return db
    .select({
      personId: people.id,
      name: people.name,
      email: people.email,
      role: projectMembers.role,
      since: projectMembers.since,
      banned: sql<boolean>`${people.bannedAt} is not null`,
    })
    .from(projectMembers)
    .innerJoin(people, eq(people.id, projectMembers.personId))
    .where(eq(projectMembers.projectId, scope.projectId))
    .orderBy(asc(people.name), asc(people.id));
}

/** The person who signs in by this address, in whatever letters it was typed; null for nobody. */
export async function personOfEmail(
  db: Db,
  email: string,
): Promise<{ personId: string; name: string } | null> {
  const [row] = await db
    .select({ personId: people.id, name: people.name })
    .from(people)
    .where(eq(people.email, email.trim().toLowerCase()));
  return row ?? null;
}

/** Gives a person a role in the project, in place of the one they may have. */
export async function setRole(
  db: Db,
  scope: Scope,
  { personId, role }: { personId: string; role: ProjectRole },
): Promise<void> {
  await db
    .insert(projectMembers)
    .values({ projectId: scope.projectId, personId, role })
    .onConflictDoUpdate({
      target: [projectMembers.projectId, projectMembers.personId],
      set: { role },
    });
}

/**
 * The role of a person in the project, kept as it is until the transaction ends; null for none. The person
 * is locked, not the role: where there is none yet there is no row of it to lock. The role is read by a query
 * of its own, which sees what was committed before the lock was had.
 */
export async function roleOf(tx: Db, scope: Scope, personId: string): Promise<ProjectRole | null> {
  await tx
    .select({ id: people.id })
    .from(people)
    .where(eq(people.id, personId))
    .for("no key update");
  const [row] = await tx
    .select({ role: projectMembers.role })
    .from(projectMembers)
    .where(inProject(scope, personId));
  return row?.role ?? null;
}

/** Takes a person out of the project; false when they were not in it. */
export async function removeMember(db: Db, scope: Scope, personId: string): Promise<boolean> {
  const gone = await db
    .delete(projectMembers)
    .where(inProject(scope, personId))
    .returning({ personId: projectMembers.personId });
  return gone.length > 0;
}

function inProject(scope: Scope, personId: string) {
  return and(eq(projectMembers.projectId, scope.projectId), eq(projectMembers.personId, personId));
}
