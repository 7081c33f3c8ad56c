import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { NewPasswordField } from "@/app/_forms/new-password-field";
import { DataName } from "@/components/ui/data-text";
import { OutcomeForm } from "@/components/ui/outcome-form";
import { accountsAreOn } from "@/lib/auth/accounts-setting";
import { accounts } from "@/lib/auth/instance";
import { personOfResetLink } from "@/lib/auth/reset-links";
import { FormPage } from "../_parts/form-page";
import { resetNow } from "./reset-now";

export const metadata: Metadata = { title: "New password" };

type Props = { searchParams: Promise<{ code?: string | string[] }> };

/** Where a reset link leads. A second step stays as it is. */
export default async function NewPasswordPage({ searchParams }: Props) {
  const { code } = await searchParams;
  if (!accountsAreOn() || typeof code !== "string") notFound();
  const person = await personOfResetLink(accounts().db, code);
  if (person === null)
    return (
      <FormPage title="This link is over">
        <p className="text-ink-2">
          It was used, or is older than an hour. Ask whoever looks after this instance for a new
          one.
        </p>
      </FormPage>
    );
  return (
    <FormPage
      title="Set a new password"
      sentence={
        <>
          For <DataName text={person.email} />. It signs you out everywhere.
        </>
      }
    >
      <OutcomeForm action={resetNow} submit="Set the password" look="primary">
        <input type="hidden" name="code" value={code} />
        <NewPasswordField label="New password" />
      </OutcomeForm>
    </FormPage>
  );
}
