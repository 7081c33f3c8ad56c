"use server";

import { redirect } from "next/navigation";
import { answerForm } from "@/app/_forms/answer-form";
import { textOf } from "@/app/_forms/sent";
import { setCookies } from "@/app/_forms/set-cookies";
import type { FormOutcome } from "@/components/ui/outcome-form";
import { accountsAreOn, noAccounts } from "@/lib/auth/accounts-setting";
import { accounts } from "@/lib/auth/instance";
import { setUp } from "@/lib/auth/setup";
import { signIn } from "@/lib/auth/sign-in";

/** Makes the first person with the code of the server's log, and signs in. */
export async function setUpNow(_before: FormOutcome, form: FormData): Promise<FormOutcome> {
  return answerForm(async (sent) => {
    if (!accountsAreOn()) throw noAccounts();
    const given = {
      code: textOf(form, "code"),
      name: textOf(form, "name"),
      email: textOf(form, "email"),
      password: textOf(form, "password"),
    };
    await setUp(accounts().db, given);
    const outcome = await signIn(accounts(), given, sent);
    if (outcome.kind !== "signed in") redirect("/sign-in");
    await setCookies(outcome.cookies);
    redirect("/");
  });
}
