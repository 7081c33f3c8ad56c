"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import { answerProjectForm } from "@/app/_forms/answer-form";
import { sentForm } from "@/app/_forms/sent";
import type { FormOutcome } from "@/components/ui/outcome-form";
import { database } from "@/db";
import { personOfEmail, roleOf } from "@/db/queries/members";
import type { Caller } from "@/lib/auth/caller";
import { changeRoles } from "@/lib/auth/changed-roles";
import type { Access } from "@/lib/auth/project-access";
import { PROJECT_ROLES } from "@/lib/domain/project-role";
import { AppError } from "@/lib/errors";
import { membersPath } from "@/lib/format/paths";

const newcomer = z.object({
  email: z.string().trim().min(3).max(254),
  role: z.enum(PROJECT_ROLES),
});
const member = z.object({ personId: z.uuid(), role: z.enum([...PROJECT_ROLES, "none"]) });

/** Lets somebody who signs in here already into the project; who is in it gets the role. */
export async function addMemberNow(
  project: string,
  _before: FormOutcome,
  form: FormData,
): Promise<FormOutcome> {
  return changing(project, async ({ scope, caller, by }) => {
    const given = newcomer.safeParse(Object.fromEntries(sentForm(form)));
    if (!given.success) throw new AppError("invalid_input", "Give an e-mail address and a role.");
    const { db } = database();
    const found = await personOfEmail(db, given.data.email);
    if (found === null)
      throw new AppError(
        "not_found",
        "Nobody signs in here by this address. The admin of the instance can invite them.",
      );
    refuseOwnRole(caller, found.personId);
    const { role } = given.data;
    await db.transaction((tx) => changeRoles(tx, by, found.personId, [{ ...scope, role }]));
    return `${found.name} is ${role} now.`;
  });
}

/** Gives a person another role, or none; it counts from their next request on. */
export async function changeMemberNow(
  project: string,
  _before: FormOutcome,
  form: FormData,
): Promise<FormOutcome> {
  return changing(project, async ({ scope, caller, by }) => {
    const given = member.safeParse(Object.fromEntries(sentForm(form)));
    if (!given.success) throw new AppError("invalid_input", "That is no role.");
    const { db } = database();
    const { personId, role } = given.data;
    refuseOwnRole(caller, personId);
    await db.transaction(async (tx) => {
      if ((await roleOf(tx, scope, personId)) === null)
        throw new AppError("conflict", "They are not in the project any more; reload the page.");
      await changeRoles(tx, by, personId, [{ ...scope, role }]);
    });
    return role === "none" ? "Taken out of the project." : `${role} from now on.`;
  });
}

/** @throws AppError conflict: it is the caller's own role */
function refuseOwnRole(caller: Caller, personId: string): void {
  if (caller.kind === "person" && caller.personId === personId)
    throw new AppError("conflict", "Nobody changes their own role: another admin has to.");
}

function changing(
  project: string,
  work: (access: Access) => Promise<string>,
): Promise<FormOutcome> {
  return answerProjectForm(project, "administer", async (access) => {
    const done = await work(access);
    revalidatePath(membersPath(project));
    return done;
  });
}
