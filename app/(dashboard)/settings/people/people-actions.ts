"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import { answerForm, textOf } from "@/app/_forms/answer-form";
import type { FormOutcome } from "@/components/ui/outcome-form";
import { INVITATION_DAYS, withdrawInvitation } from "@/db/queries/invitations";
import { dropSecondFactor, endSessions, handOver, setBanned } from "@/db/queries/people";
import { RESET_MINUTES } from "@/db/queries/reset-links";
import type { InvitedRole } from "@/db/schema/invitations";
import { PROJECT_ROLES } from "@/lib/domain/project-role";
import type { Db } from "@/db/client";
import { audit } from "@/lib/audit/audit";
import { noAccounts } from "@/lib/auth/accounts-setting";
import { actorOf } from "@/lib/auth/actor";
import type { Person } from "@/lib/auth/caller";
import { accounts } from "@/lib/auth/instance";
import { invite } from "@/lib/auth/invitations";
import { instanceFor, visibleProjects } from "@/lib/auth/project-access";
import { makeResetLink } from "@/lib/auth/reset-links";
import { setRoles, type RoleChange } from "@/lib/auth/set-roles";
import type { AuditAction } from "@/lib/domain/audit-action";
import { AppError } from "@/lib/errors";

const PAGE = "/settings/people";
const roleSchema = z.enum(["none", ...PROJECT_ROLES]);

/** Invites an address; the link is shown this once. */
export async function inviteNow(_before: FormOutcome, form: FormData): Promise<FormOutcome> {
  return asAdmin("person.invited", { email: textOf(form, "email") }, async (admin, db) => {
    const roles = (await rolesIn(form)).flatMap(({ projectId, role }): InvitedRole[] =>
      role === "none" ? [] : [{ projectId, role }],
    );
    const { publicUrl } = accounts();
    const { email, secret } = await invite(db, admin.personId, {
      email: textOf(form, "email"),
      roles,
    });
    return {
      done: `Give this link to ${email}. It works once, for ${INVITATION_DAYS} days, and is shown only now.`,
      shown: [`${publicUrl}/invitation?code=${secret}`],
    };
  });
}

export async function withdrawNow(_before: FormOutcome, form: FormData): Promise<FormOutcome> {
  return asAdmin(
    "person.invitation_withdrawn",
    { invitation: textOf(form, "id") },
    async (_, db) => {
      await withdrawInvitation(db, idIn(form));
      return "Withdrawn.";
    },
  );
}

/** Sets a person's role in every project at once. */
export async function changeRolesNow(_before: FormOutcome, form: FormData): Promise<FormOutcome> {
  const roles = [...form.entries()].filter(([name]) => name.startsWith("role-"));
  const told = Object.fromEntries(
    roles.map(([name, role]) => [name, typeof role === "string" ? role : ""]),
  );
  return asAdmin("member.changed", { id: textOf(form, "id"), ...told }, async (_, db) => {
    await setRoles(db, idIn(form), await rolesIn(form));
    return "Saved; it counts from their next request on.";
  });
}

export async function makeResetLinkNow(_before: FormOutcome, form: FormData): Promise<FormOutcome> {
  return asAdmin("person.reset_offered", { id: textOf(form, "id") }, async (_, db) => {
    const { publicUrl } = accounts();
    const secret = await makeResetLink(db, idIn(form));
    return {
      done: `This link sets a new password, once, for ${RESET_MINUTES} minutes, and is shown only now.`,
      shown: [`${publicUrl}/new-password?code=${secret}`],
    };
  });
}

export async function dropSecondFactorNow(
  _before: FormOutcome,
  form: FormData,
): Promise<FormOutcome> {
  return asAdmin("person.second_factor_dropped", { id: textOf(form, "id") }, async (_, db) => {
    await dropSecondFactor(db, idIn(form));
    return "Their second step is off.";
  });
}

export async function endSessionsNow(_before: FormOutcome, form: FormData): Promise<FormOutcome> {
  return asAdmin("session.ended", { id: textOf(form, "id") }, async (_, db) => {
    await endSessions(db, idIn(form));
    return "They are signed out everywhere.";
  });
}

/** Bans, or lets in again: the button says which. */
export async function banNow(_before: FormOutcome, form: FormData): Promise<FormOutcome> {
  const banned = textOf(form, "ban") === "yes";
  const action = banned ? "person.banned" : "person.readmitted";
  return asAdmin(action, { id: textOf(form, "id") }, async (_, db) => {
    if (!(await setBanned(db, idIn(form), banned)))
      throw new AppError("conflict", "Whoever looks after the instance cannot be banned.");
    return banned ? "Banned, and signed out everywhere." : "They may sign in again.";
  });
}

export async function handOverNow(_before: FormOutcome, form: FormData): Promise<FormOutcome> {
  return asAdmin("instance.handed_over", { id: textOf(form, "id") }, async (admin, db) => {
    if (!(await handOver(db, admin.personId, idIn(form))))
      throw new AppError(
        "conflict",
        "The instance can be handed to somebody who may sign in only.",
      );
    return "Handed over. You keep your roles in projects.";
  });
}

/** Does it and tells of it, in one transaction. @param told what the form says of whom; `id`, a person's */
async function asAdmin(
  action: AuditAction,
  { id, ...told }: Record<string, string>,
  work: (admin: Person, db: Db) => Promise<{ done: string; shown: readonly string[] } | string>,
): Promise<FormOutcome> {
  const caller = await instanceFor();
  return answerForm(async () => {
    if (caller.kind !== "person") throw noAccounts();
    const done = await accounts().db.transaction(async (tx) => {
      const outcome = await work(caller, tx);
      await audit(tx, actorOf(caller), {
        action,
        projectId: null,
        object: id === undefined ? undefined : { kind: "person", id },
        detail: told,
      });
      return outcome;
    });
    revalidatePath(PAGE);
    return done;
  });
}

function idIn(form: FormData): string {
  const id = z.uuid().safeParse(form.get("id"));
  if (!id.success) throw new AppError("not_found", "There is nobody by that id.");
  return id.data;
}

/** The role that a form gives in each project that there is; fields of others are not looked at. */
async function rolesIn(form: FormData): Promise<RoleChange[]> {
  return (await visibleProjects()).flatMap(({ id }) => {
    const role = roleSchema.safeParse(form.get(`role-${id}`));
    return role.success ? [{ projectId: id, role: role.data }] : [];
  });
}
