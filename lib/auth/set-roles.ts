import type { Db } from "@/db/client";
import { removeMember, setRole } from "@/db/queries/members";
import type { ProjectRole } from "@/lib/domain/project-role";
import { scopeIn } from "@/db/scope";

/** What the instance's admin decides about a person: a role in a project, or none. */
export type RoleChange = { projectId: string; role: ProjectRole | "none" };

/** Gives a person these roles, in place of those they had in the same projects. */
export async function setRoles(
  db: Db,
  personId: string,
  changes: readonly RoleChange[],
): Promise<void> {
  for (const { projectId, role } of changes) {
    const scope = scopeIn(projectId);
    if (role === "none") await removeMember(db, scope, personId);
    else await setRole(db, scope, { personId, role });
  }
}
