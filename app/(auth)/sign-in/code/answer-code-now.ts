"use server";

import { redirect } from "next/navigation";
import { answerForm } from "@/app/_forms/answer-form";
import { textOf } from "@/app/_forms/sent";
import { setCookies } from "@/app/_forms/set-cookies";
import type { FormOutcome } from "@/components/ui/outcome-form";
import { accountsAreOn } from "@/lib/auth/accounts-setting";
import { accounts } from "@/lib/auth/instance";
import { safeNext } from "@/lib/auth/safe-next";
import { answerSecondFactor } from "@/lib/auth/second-factor";
import { throttledError } from "@/lib/auth/throttled";
import { AppError } from "@/lib/errors";

/** Ends a sign-in that waits for its second step. */
export async function answerCodeNow(_before: FormOutcome, form: FormData): Promise<FormOutcome> {
  return answerForm(async (sent) => {
    if (!accountsAreOn()) redirect("/");
    const kind = textOf(form, "kind") === "recovery" ? "recovery" : "app";
    const outcome = await answerSecondFactor(
      accounts(),
      { kind, code: textOf(form, "code") },
      sent,
    );
    if (outcome.kind === "throttled") throw throttledError(outcome.retryAfterSeconds);
    if (outcome.kind === "expired")
      throw new AppError("unauthorised", "The sign-in waited for too long; begin again.");
    if (outcome.kind === "refused")
      throw new AppError(
        "unauthorised",
        "That code does not work. Each works once; after five wrong ones none does for 15 minutes.",
      );
    await setCookies(outcome.cookies);
    redirect(safeNext(textOf(form, "next")));
  });
}
