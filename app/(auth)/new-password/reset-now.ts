"use server";

import { redirect } from "next/navigation";
import { answerForm } from "@/app/_forms/answer-form";
import { textOf } from "@/app/_forms/sent";
import type { FormOutcome } from "@/components/ui/outcome-form";
import { accountsAreOn, noAccounts } from "@/lib/auth/accounts-setting";
import { accounts } from "@/lib/auth/instance";
import { resetPassword } from "@/lib/auth/reset-links";

/** Sets the password that the link asks for. */
export async function resetNow(_before: FormOutcome, form: FormData): Promise<FormOutcome> {
  return answerForm(async () => {
    if (!accountsAreOn()) throw noAccounts();
    await resetPassword(accounts().db, {
      secret: textOf(form, "code"),
      password: textOf(form, "password"),
    });
    redirect("/sign-in");
  });
}
