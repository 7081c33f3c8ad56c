"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import { answerForm, type Done } from "@/app/_forms/answer-form";
import { sentForm, textOf } from "@/app/_forms/sent";
import { setCookies } from "@/app/_forms/set-cookies";
import type { FormOutcome } from "@/components/ui/outcome-form";
import { audit } from "@/lib/audit/audit";
import { noAccounts } from "@/lib/auth/accounts-setting";
import { actorOf } from "@/lib/auth/actor";
import type { Person } from "@/lib/auth/caller";
import { accounts } from "@/lib/auth/instance";
import {
  beginSecondFactor,
  changePassword,
  confirmSecondFactor,
  endOwnSessions,
  endSecondFactor,
  renewRecoveryCodes,
  type NewSecondFactor,
  type Own,
} from "@/lib/auth/own-account";
import { visitor } from "@/lib/auth/project-access";
import type { AuditAction } from "@/lib/domain/audit-action";

const PAGE = "/account";

export async function changePasswordNow(
  _before: FormOutcome,
  form: FormData,
): Promise<FormOutcome> {
  return byLibrary("person.password_changed", async (own) => {
    const given = { current: textOf(form, "current"), next: textOf(form, "password") };
    await setCookies(await changePassword(own, given));
    return "The password is changed, and every other session has ended.";
  });
}

/** Ends one session, or all but this one. */
export async function endSessionNow(_before: FormOutcome, form: FormData): Promise<FormOutcome> {
  return onOwn(async (own) => {
    const id = z.uuid().safeParse(sentForm(form).get("id"));
    const anyEnded = await endOwnSessions(own, id.data ?? null);
    return anyEnded ? "Ended." : "There is no other session.";
  });
}

export type SecondFactorOutcome = FormOutcome & { factor: NewSecondFactor | null };

export async function beginSecondFactorNow(
  _before: SecondFactorOutcome,
  form: FormData,
): Promise<SecondFactorOutcome> {
  let factor: NewSecondFactor | null = null;
  const outcome = await byLibrary("person.second_factor_begun", async (own) => {
    factor = await beginSecondFactor(own, textOf(form, "password"));
    return null;
  });
  return { ...outcome, factor };
}

export async function confirmSecondFactorNow(
  _before: FormOutcome,
  form: FormData,
): Promise<FormOutcome> {
  return byLibrary("person.second_factor_added", async (own) => {
    await setCookies(await confirmSecondFactor(own, textOf(form, "code")));
    return "The second step is on, and every other session has ended.";
  });
}

export async function renewRecoveryCodesNow(
  _before: FormOutcome,
  form: FormData,
): Promise<FormOutcome> {
  return byLibrary("person.recovery_codes_made", async (own) => ({
    done: "New recovery codes, each good once. The old ones work no more, and these are shown only now.",
    shown: await renewRecoveryCodes(own, textOf(form, "password")),
  }));
}

export async function endSecondFactorNow(
  _before: FormOutcome,
  form: FormData,
): Promise<FormOutcome> {
  return byLibrary("person.second_factor_dropped", async (own) => {
    await setCookies(await endSecondFactor(own, textOf(form, "password")));
    return "The second step is off.";
  });
}

/** For the person who is signed in; nobody is led to the sign-in. */
async function onOwn(work: (own: Own, caller: Person) => Promise<Done>): Promise<FormOutcome> {
  const caller = await visitor();
  return answerForm(async (headers) => {
    if (caller.kind !== "person") throw noAccounts();
    const done = await work({ accounts: accounts(), headers }, caller);
    if (done !== null) revalidatePath(PAGE);
    return done;
  });
}

/** A change by the accounts library, which writes in a transaction of its own: it is told of afterwards. */
async function byLibrary(
  action: AuditAction,
  work: (own: Own) => Promise<Done>,
): Promise<FormOutcome> {
  return onOwn(async (own, caller) => {
    const done = await work(own);
    await audit(own.accounts.db, actorOf(caller), { action, projectId: null });
    return done;
  });
}
