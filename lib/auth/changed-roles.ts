import type { Db } from "@/db/client";
import { removeMember, roleOf, setRole } from "@/db/queries/members";
import { scopeIn } from "@/db/scope";
import { audit } from "@/lib/audit/audit";
import type { Actor } from "@/lib/domain/actor";
import type { ProjectRole } from "@/lib/domain/project-role";

/** A role in a project, or none. */
export type RoleChange = { projectId: string; role: ProjectRole | "none" };

/**
 * Gives a person these roles, in place of those they had in the same projects, and tells each project's log
 * of the one that changed there.
 *
 * @param tx a transaction, of which it is the end
 */
export async function changeRoles(
  tx: Db,
  by: Actor,
  personId: string,
  wanted: readonly RoleChange[],
): Promise<void> {
  const changed: (RoleChange & { before: RoleChange["role"] })[] = [];
  for (const change of wanted) {
    const scope = scopeIn(change.projectId);
    const before = (await roleOf(tx, scope, personId)) ?? "none";
    const { role } = change;
    if (role === before) continue;
    if (role === "none") await removeMember(tx, scope, personId);
    else await setRole(tx, scope, { personId, role });
    changed.push({ ...change, before });
  }
  for (const { projectId, role, before } of changed)
    await audit(tx, by, {
      action: actionOf(before, role),
      projectId,
      object: { kind: "person", id: personId },
      detail: { role },
    });
}

function actionOf(before: RoleChange["role"], role: RoleChange["role"]) {
  if (role === "none") return "member.removed";
  return before === "none" ? "member.added" : "member.changed";
}
