import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { NewPasswordField } from "@/app/_forms/new-password-field";
import { DataName } from "@/components/ui/data-text";
import { LabelledInput } from "@/components/ui/labelled-input";
import { OutcomeForm } from "@/components/ui/outcome-form";
import { accountsAreOn } from "@/lib/auth/accounts-setting";
import { accounts } from "@/lib/auth/instance";
import { invitationOf } from "@/lib/auth/invitations";
import { FormPage } from "../_parts/form-page";
import { acceptNow } from "./accept-now";

export const metadata: Metadata = { title: "Invitation" };

type Props = { searchParams: Promise<{ code?: string | string[] }> };

/** Where an invitation's link leads: name and password, and one is in. */
export default async function InvitationPage({ searchParams }: Props) {
  const { code } = await searchParams;
  if (!accountsAreOn() || typeof code !== "string") notFound();
  const invitation = await invitationOf(accounts().db, code);
  if (invitation === null)
    return (
      <FormPage title="This invitation is over">
        <p className="text-ink-2">
          It was used, withdrawn, or is older than a week. Ask whoever invited you for a new one.
        </p>
      </FormPage>
    );
  return (
    <FormPage
      title="Join Aftermath"
      sentence={
        <>
          You were invited as <DataName text={invitation.email} />; that is what you will sign in
          with.
        </>
      }
    >
      <OutcomeForm action={acceptNow} submit="Join" look="primary">
        <input type="hidden" name="code" value={code} />
        <input type="hidden" name="username" value={invitation.email} autoComplete="username" />
        <LabelledInput label="Your name" name="name" required maxLength={100} autoComplete="name" />
        <NewPasswordField />
      </OutcomeForm>
    </FormPage>
  );
}
