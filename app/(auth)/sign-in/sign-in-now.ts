"use server";

import { redirect } from "next/navigation";
import { answerForm } from "@/app/_forms/answer-form";
import { textOf } from "@/app/_forms/sent";
import { setCookies } from "@/app/_forms/set-cookies";
import type { FormOutcome } from "@/components/ui/outcome-form";
import { accountsAreOn } from "@/lib/auth/accounts-setting";
import { accounts } from "@/lib/auth/instance";
import { safeNext } from "@/lib/auth/safe-next";
import { signIn } from "@/lib/auth/sign-in";
import { throttledError } from "@/lib/auth/throttled";
import { AppError } from "@/lib/errors";

/** Signs in by password and leads to where one wanted to go, by way of the second factor if there is one. */
export async function signInNow(_before: FormOutcome, form: FormData): Promise<FormOutcome> {
  return answerForm(async (sent) => {
    if (!accountsAreOn()) redirect("/");
    const next = safeNext(textOf(form, "next"));
    const given = { email: textOf(form, "email"), password: textOf(form, "password") };
    const outcome = await signIn(accounts(), given, sent);
    if (outcome.kind === "throttled") throw throttledError(outcome.retryAfterSeconds);
    if (outcome.kind === "refused")
      throw new AppError("unauthorised", "The address or the password is wrong.");
    await setCookies(outcome.cookies);
    redirect(
      outcome.kind === "second factor" ? `/sign-in/code?next=${encodeURIComponent(next)}` : next,
    );
  });
}
