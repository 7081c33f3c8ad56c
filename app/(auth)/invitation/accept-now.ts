"use server";

import { redirect } from "next/navigation";
import { answerForm } from "@/app/_forms/answer-form";
import { textOf } from "@/app/_forms/sent";
import { setCookies } from "@/app/_forms/set-cookies";
import type { FormOutcome } from "@/components/ui/outcome-form";
import { accountsAreOn, noAccounts } from "@/lib/auth/accounts-setting";
import { accounts } from "@/lib/auth/instance";
import { acceptInvitation } from "@/lib/auth/invitations";
import { signIn } from "@/lib/auth/sign-in";

/** Makes the invited person and signs in. */
export async function acceptNow(_before: FormOutcome, form: FormData): Promise<FormOutcome> {
  return answerForm(async (sent) => {
    if (!accountsAreOn()) throw noAccounts();
    const password = textOf(form, "password");
    const { email } = await acceptInvitation(accounts().db, {
      secret: textOf(form, "code"),
      name: textOf(form, "name"),
      password,
    });
    const outcome = await signIn(accounts(), { email, password }, sent);
    if (outcome.kind !== "signed in") redirect("/sign-in");
    await setCookies(outcome.cookies);
    redirect("/");
  });
}
