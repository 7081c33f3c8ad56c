"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import { answerForm, type Done } from "@/app/_forms/answer-form";
import { sentForm, textOf } from "@/app/_forms/sent";
import { setCookies } from "@/app/_forms/set-cookies";
import type { FormOutcome } from "@/components/ui/outcome-form";
import { noAccounts } from "@/lib/auth/accounts-setting";
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

const PAGE = "/account";

export async function changePasswordNow(
  _before: FormOutcome,
  form: FormData,
): Promise<FormOutcome> {
  return onOwn(async (own) => {
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
  const outcome = await onOwn(async (own) => {
    factor = await beginSecondFactor(own, textOf(form, "password"));
    return null;
  });
  return { ...outcome, factor };
}

export async function confirmSecondFactorNow(
  _before: FormOutcome,
  form: FormData,
): Promise<FormOutcome> {
  return onOwn(async (own) => {
    await setCookies(await confirmSecondFactor(own, textOf(form, "code")));
    return "The second step is on, and every other session has ended.";
  });
}

export async function renewRecoveryCodesNow(
  _before: FormOutcome,
  form: FormData,
): Promise<FormOutcome> {
  return onOwn(async (own) => ({
    done: "New recovery codes, each good once. The old ones work no more, and these are shown only now.",
    shown: await renewRecoveryCodes(own, textOf(form, "password")),
  }));
}

export async function endSecondFactorNow(
  _before: FormOutcome,
  form: FormData,
): Promise<FormOutcome> {
  return onOwn(async (own) => {
    await setCookies(await endSecondFactor(own, textOf(form, "password")));
    return "The second step is off.";
  });
}

/** For the person who is signed in; nobody is led to the sign-in. */
async function onOwn(work: (own: Own) => Promise<Done>): Promise<FormOutcome> {
  const caller = await visitor();
  return answerForm(async (headers) => {
    if (caller.kind !== "person") throw noAccounts();
    const done = await work({ accounts: accounts(), headers });
    if (done !== null) revalidatePath(PAGE);
    return done;
  });
}
