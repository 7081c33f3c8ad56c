"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import { answerForm, type Done } from "@/app/_forms/answer-form";
import { sentForm, textOf } from "@/app/_forms/sent";
import type { FormOutcome } from "@/components/ui/outcome-form";
import type { Db } from "@/db/client";
import { INVITATION_DAYS } from "@/db/queries/invitations";
import { handOver, isPerson } from "@/db/queries/people";
import { RESET_MINUTES } from "@/db/queries/reset-links";
import type { InvitedRole } from "@/db/schema/invitations";
import { audit } from "@/lib/audit/audit";
import { noAccounts } from "@/lib/auth/accounts-setting";
import { actorOf } from "@/lib/auth/actor";
import type { Person } from "@/lib/auth/caller";
import { changeBan, signOutEverywhere, takeSecondFactor } from "@/lib/auth/changed-people";
import { changeRoles, type RoleChange } from "@/lib/auth/changed-roles";
import { accounts } from "@/lib/auth/instance";
import { invite, withdraw } from "@/lib/auth/invitations";
import { instanceFor, visibleProjects } from "@/lib/auth/project-access";
import { makeResetLink } from "@/lib/auth/reset-links";
import type { AuditAction } from "@/lib/domain/audit-action";
import { PROJECT_ROLES } from "@/lib/domain/project-role";
import { AppError } from "@/lib/errors";

const PAGE = "/settings/people";
const roleSchema = z.enum(["none", ...PROJECT_ROLES]);

/** Invites an address; the link is shown this once. */
export async function inviteNow(_before: FormOutcome, form: FormData): Promise<FormOutcome> {
  return asAdmin(async ({ admin, tx, tell }) => {
    const roles = (await rolesIn(form)).flatMap(({ projectId, role }): InvitedRole[] =>
      role === "none" ? [] : [{ projectId, role }],
    );
    const given = { email: textOf(form, "email"), roles };
    const { email, secret } = await invite(tx, admin.personId, given);
    await tell("person.invited", { detail: { email } });
    return {
      done: `Give this link to ${email}. It works once, for ${INVITATION_DAYS} days, and is shown only now.`,
      shown: [`${accounts().publicUrl}/invitation?code=${secret}`],
    };
  });
}

export async function withdrawNow(_before: FormOutcome, form: FormData): Promise<FormOutcome> {
  return asAdmin(async ({ admin, tx }) => {
    await withdraw(tx, actorOf(admin), idIn(form));
    return "Withdrawn.";
  });
}

/** Sets a person's role in every project at once. */
export async function changeRolesNow(_before: FormOutcome, form: FormData): Promise<FormOutcome> {
  return asAdmin(async ({ admin, tx }) => {
    await changeRoles(tx, actorOf(admin), await personIn(form, tx), await rolesIn(form));
    return "Saved; it counts from their next request on.";
  });
}

export async function makeResetLinkNow(_before: FormOutcome, form: FormData): Promise<FormOutcome> {
  return asAdmin(async ({ tx, tell }) => {
    const personId = await personIn(form, tx);
    const secret = await makeResetLink(tx, personId);
    await tell("person.reset_offered", { personId });
    return {
      done: `This link sets a new password, once, for ${RESET_MINUTES} minutes, and is shown only now.`,
      shown: [`${accounts().publicUrl}/new-password?code=${secret}`],
    };
  });
}

export async function dropSecondFactorNow(
  _before: FormOutcome,
  form: FormData,
): Promise<FormOutcome> {
  return asAdmin(async ({ admin, tx }) => {
    await takeSecondFactor(tx, actorOf(admin), await personIn(form, tx));
    return "Their second step is off.";
  });
}

export async function endSessionsNow(_before: FormOutcome, form: FormData): Promise<FormOutcome> {
  return asAdmin(async ({ admin, tx }) => {
    await signOutEverywhere(tx, actorOf(admin), await personIn(form, tx));
    return "They are signed out everywhere.";
  });
}

/** Bans, or lets in again: the button says which. */
export async function banNow(_before: FormOutcome, form: FormData): Promise<FormOutcome> {
  const banned = textOf(form, "ban") === "yes";
  return asAdmin(async ({ admin, tx }) => {
    const changed = await changeBan(tx, actorOf(admin), await personIn(form, tx), banned);
    if (changed === null)
      throw new AppError("conflict", "Whoever looks after the instance cannot be banned.");
    return banned ? "Banned, and signed out everywhere." : "They may sign in again.";
  });
}

export async function handOverNow(_before: FormOutcome, form: FormData): Promise<FormOutcome> {
  return asAdmin(async ({ admin, tx, tell }) => {
    const personId = await personIn(form, tx);
    if (!(await handOver(tx, admin.personId, personId)))
      throw new AppError("conflict", "Only somebody who may sign in can look after the instance.");
    await tell("instance.handed_over", { personId });
    return "Handed over. You keep your roles in projects.";
  });
}

type Administering = {
  admin: Person;
  /** The transaction of the change. */
  tx: Db;
  /** Tells the audit log of it: the last thing that is done. */
  tell: (
    action: AuditAction,
    about: { personId?: string; detail?: Record<string, string> },
  ) => Promise<void>;
};

/** A change by the admin of the instance, in one transaction with what the audit log tells of it. */
async function asAdmin(work: (given: Administering) => Promise<Done>): Promise<FormOutcome> {
  const caller = await instanceFor();
  return answerForm(async () => {
    if (caller.kind !== "person") throw noAccounts();
    const done = await accounts().db.transaction((tx) =>
      work({
        admin: caller,
        tx,
        tell: (action, { personId, detail }) =>
          audit(tx, actorOf(caller), {
            action,
            projectId: null,
            object: personId === undefined ? undefined : { kind: "person", id: personId },
            detail,
          }),
      }),
    );
    revalidatePath(PAGE);
    return done;
  });
}

function idIn(form: FormData): string {
  const id = z.uuid().safeParse(sentForm(form).get("id"));
  if (!id.success) throw nobody();
  return id.data;
}

/** @throws AppError not_found: nobody has the id */
async function personIn(form: FormData, db: Db): Promise<string> {
  const id = idIn(form);
  if (!(await isPerson(db, id))) throw nobody();
  return id;
}

function nobody(): AppError {
  return new AppError("not_found", "There is nobody by that id.");
}

/** The role that a form gives in each project that there is; fields of others are not looked at. */
async function rolesIn(form: FormData): Promise<RoleChange[]> {
  return (await visibleProjects()).flatMap(({ id }) => {
    const role = roleSchema.safeParse(sentForm(form).get(`role-${id}`));
    return role.success ? [{ projectId: id, role: role.data }] : [];
  });
}
