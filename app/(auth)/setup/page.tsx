import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { NewPasswordField } from "@/app/_forms/new-password-field";
import { LabelledInput } from "@/components/ui/labelled-input";
import { OutcomeForm } from "@/components/ui/outcome-form";
import { accountsAreOn } from "@/lib/auth/accounts-setting";
import { accounts } from "@/lib/auth/instance";
import { isFirstRun } from "@/lib/auth/setup";
import { FormPage } from "../_parts/form-page";
import { setUpNow } from "./set-up-now";

export const metadata: Metadata = { title: "Set up" };

/** The first run. Afterwards there is nothing at this address, for good. */
export default async function SetupPage() {
  if (!accountsAreOn() || !(await isFirstRun(accounts().db))) notFound();
  return (
    <FormPage
      title="Set up Aftermath"
      sentence="You will look after this instance: its people, projects and policy. Everybody else comes by invitation."
    >
      <OutcomeForm action={setUpNow} submit="Set up" look="primary">
        <LabelledInput
          label="Set-up code"
          name="code"
          required
          autoComplete="off"
          spellCheck={false}
          hint="It stands in the log of the server, and is good for an hour. A restart prints a new one."
        />
        <LabelledInput label="Your name" name="name" required maxLength={100} autoComplete="name" />
        <LabelledInput
          label="E-mail address"
          name="email"
          type="email"
          required
          maxLength={254}
          autoComplete="username"
          hint="You sign in with it. Nothing is ever sent there."
        />
        <NewPasswordField />
      </OutcomeForm>
    </FormPage>
  );
}
