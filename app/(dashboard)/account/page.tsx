import type { Metadata } from "next";
import { headers } from "next/headers";
import { NewPasswordField } from "@/app/_forms/new-password-field";
import { Card } from "@/components/ui/card";
import { DataName } from "@/components/ui/data-text";
import { LabelledInput } from "@/components/ui/labelled-input";
import { NoPeople } from "@/components/ui/no-accounts";
import { OutcomeForm } from "@/components/ui/outcome-form";
import { PageHeader } from "@/components/ui/page-header";
import { hasPassword } from "@/db/queries/people";
import { ABSOLUTE_DAYS, IDLE_HOURS, listSessions } from "@/db/queries/sessions";
import { accounts } from "@/lib/auth/instance";
import { visitor } from "@/lib/auth/project-access";
import { signedInOf } from "@/lib/auth/signed-in";
import { BeginSecondFactor } from "./_parts/begin-second-factor";
import { SessionTable } from "./_parts/session-table";
import { changePasswordNow, endSecondFactorNow, renewRecoveryCodesNow } from "./account-actions";

export const metadata: Metadata = { title: "Your account" };

export default async function AccountPage() {
  const caller = await visitor();
  const own = caller.kind === "person" ? await signedInOf(accounts(), await headers()) : null;
  if (caller.kind !== "person" || own === null) return <NoPeople />;
  const { db } = accounts();
  const [byPassword, sessions] = await Promise.all([
    hasPassword(db, caller.personId),
    listSessions(db, caller.personId),
  ]);
  return (
    <>
      <PageHeader
        title="Your account"
        sentence={
          <>
            <DataName text={caller.name} />, signed in as <DataName text={caller.email} />
            {caller.instanceAdmin ? "; you look after this instance" : null}.
          </>
        }
      />
      <Card title="Sessions" note={`${IDLE_HOURS} hours unused, or ${ABSOLUTE_DAYS} days, end one`}>
        <SessionTable sessions={sessions} present={own.sessionId} />
      </Card>
      {byPassword ? (
        <>
          <Card title="Second step" note={own.secondFactor ? "on" : "off"}>
            {own.secondFactor ? <SecondFactorOn /> : <BeginSecondFactor />}
          </Card>
          <Card title="Password">
            <div className="max-w-[360px]">
              <OutcomeForm action={changePasswordNow} submit="Change the password">
                <PresentPassword name="current" />
                <NewPasswordField label="New password" />
              </OutcomeForm>
            </div>
          </Card>
        </>
      ) : (
        <Card title="Password">
          <p className="text-ink-2">
            You sign in by the sign-in service and have no password here.
          </p>
        </Card>
      )}
    </>
  );
}

function SecondFactorOn() {
  return (
    <div className="grid max-w-[760px] gap-6 sm:grid-cols-2">
      <OutcomeForm action={renewRecoveryCodesNow} submit="New recovery codes">
        <PresentPassword name="password" />
      </OutcomeForm>
      <OutcomeForm action={endSecondFactorNow} submit="Turn off the second step">
        <PresentPassword name="password" />
      </OutcomeForm>
    </div>
  );
}

function PresentPassword({ name }: { name: string }) {
  return (
    <LabelledInput
      label="Present password"
      name={name}
      type="password"
      required
      autoComplete="current-password"
    />
  );
}
