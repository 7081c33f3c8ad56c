"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import type { FormOutcome } from "@/components/ui/outcome-form";
import { database } from "@/db";
import type { Scope } from "@/db/client";
import { changeRole, personOfEmail, removeMember, setRole } from "@/db/queries/members";
import { PROJECT_ROLES } from "@/lib/domain/project-role";
import { audit } from "@/lib/audit/audit";
import type { Caller } from "@/lib/auth/caller";
import { projectForAction } from "@/lib/auth/project-access";
import type { Actor } from "@/lib/domain/actor";
import { membersPath } from "@/lib/format/paths";

const role = z.enum(PROJECT_ROLES);
const newcomer = z.object({ email: z.string().trim().min(3).max(254), role });
const member = z.object({ personId: z.uuid(), role: z.enum([...PROJECT_ROLES, "none"]) });

/** Lets somebody who signs in here already into the project. */
export async function addMemberNow(
  project: string,
  _before: FormOutcome,
  form: FormData,
): Promise<FormOutcome> {
  return changing(project, async (scope, caller, by) => {
    const given = newcomer.safeParse(Object.fromEntries(form));
    if (!given.success) return "Give an e-mail address and a role.";
    const { db } = database();
    const found = await personOfEmail(db, given.data.email);
    if (found === null)
      return "Nobody signs in here by this address. The admin of the instance can invite them.";
    if (isOneself(caller, found.personId)) return OWN_ROLE;
    const entry = { personId: found.personId, role: given.data.role };
    await db.transaction(async (tx) => {
      await setRole(tx, scope, entry);
      await audit(tx, by, told("member.added", scope, entry));
    });
    return { done: `${found.name} is ${given.data.role} now.` };
  });
}

/** Gives a person another role, or none; it counts from their next request on. */
export async function changeMemberNow(
  project: string,
  _before: FormOutcome,
  form: FormData,
): Promise<FormOutcome> {
  return changing(project, async (scope, caller, by) => {
    const given = member.safeParse(Object.fromEntries(form));
    if (!given.success) return "That is no role.";
    const { db } = database();
    const { personId, role: wanted } = given.data;
    if (isOneself(caller, personId)) return OWN_ROLE;
    const changed = await db.transaction(async (tx) => {
      const isRemoval = wanted === "none";
      const isDone = isRemoval
        ? await removeMember(tx, scope, personId)
        : await changeRole(tx, scope, { personId, role: wanted });
      const action = isRemoval ? "member.removed" : "member.changed";
      if (isDone) await audit(tx, by, told(action, scope, { personId, role: wanted }));
      return isDone;
    });
    if (!changed) return "They are not in the project any more; reload the page.";
    return { done: wanted === "none" ? "Taken out of the project." : `${wanted} from now on.` };
  });
}

const OWN_ROLE = "Nobody changes their own role: another admin has to.";

function isOneself(caller: Caller, personId: string): boolean {
  return caller.kind === "person" && caller.personId === personId;
}

function told(
  action: "member.added" | "member.changed" | "member.removed",
  { projectId }: Scope,
  { personId, role: now }: { personId: string; role: string },
) {
  return { action, projectId, object: { kind: "person", id: personId }, detail: { role: now } };
}

/** @param work gives what is done, or what is wrong in one sentence */
async function changing(
  project: string,
  work: (scope: Scope, caller: Caller, by: Actor) => Promise<{ done: string } | string>,
): Promise<FormOutcome> {
  const { scope, caller, by } = await projectForAction(project, "administer");
  const outcome = await work(scope, caller, by);
  if (typeof outcome === "string") return { problem: outcome, done: null };
  revalidatePath(membersPath(project));
  return { problem: null, done: outcome.done };
}
