import type { Metadata } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { LabelledInput } from "@/components/ui/labelled-input";
import { OutcomeForm } from "@/components/ui/outcome-form";
import { accountsAreOn } from "@/lib/auth/accounts-setting";
import { accounts } from "@/lib/auth/instance";
import { personOf } from "@/lib/auth/person-of";
import { safeNext } from "@/lib/auth/safe-next";
import { isFirstRun } from "@/lib/auth/setup";
import { FormPage } from "../_parts/form-page";
import { signInNow } from "./sign-in-now";

export const metadata: Metadata = { title: "Sign in" };

type Props = { searchParams: Promise<{ next?: string | string[] }> };

export default async function SignInPage({ searchParams }: Props) {
  const next = safeNext((await searchParams).next);
  if (!accountsAreOn() || (await personOf(await headers())) !== null) redirect(next);
  if (await isFirstRun(accounts().db)) redirect("/setup");
  return (
    <FormPage title="Sign in">
      <OutcomeForm action={signInNow} submit="Sign in" look="primary">
        <input type="hidden" name="next" value={next} />
        <LabelledInput
          label="E-mail address"
          name="email"
          type="email"
          required
          maxLength={254}
          autoComplete="username"
        />
        <LabelledInput
          label="Password"
          name="password"
          type="password"
          required
          autoComplete="current-password"
        />
      </OutcomeForm>
      <p className="text-xs text-ink-3">
        Forgot the password? Whoever looks after this instance can make you a link for a new one.
      </p>
    </FormPage>
  );
}
