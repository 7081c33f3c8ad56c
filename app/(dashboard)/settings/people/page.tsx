import type { Metadata } from "next";
import { Card } from "@/components/ui/card";
import { DataName } from "@/components/ui/data-text";
import { LabelledInput } from "@/components/ui/labelled-input";
import { NoPeople } from "@/components/ui/no-accounts";
import { OutcomeForm } from "@/components/ui/outcome-form";
import { PageHeader } from "@/components/ui/page-header";
import { listInvitations } from "@/db/queries/invitations";
import { listPeople } from "@/db/queries/people";
import { accounts } from "@/lib/auth/instance";
import { instanceFor, visibleProjects } from "@/lib/auth/project-access";
import { instant } from "@/lib/format/time";
import { ROLE_WORDS } from "../../_parts/role-words";
import { PersonCard } from "./_parts/person-card";
import { RoleFields } from "./_parts/role-fields";
import { inviteNow, withdrawNow } from "./people-actions";

export const metadata: Metadata = { title: "Everybody" };

/** The people of the instance, for whoever looks after it. */
export default async function EverybodyPage() {
  const caller = await instanceFor();
  if (caller.kind !== "person") return <NoPeople />;
  const { db } = accounts();
  const [people, invitations, projects] = await Promise.all([
    listPeople(db),
    listInvitations(db),
    visibleProjects(),
  ]);
  return (
    <>
      <PageHeader
        title="Everybody"
        sentence={`Who may sign in, and as what in each project. ${ROLE_WORDS}`}
      />
      <Card title="Invite somebody">
        <OutcomeForm action={inviteNow} submit="Make a link">
          <div className="max-w-[360px]">
            <LabelledInput
              label="E-mail address"
              name="email"
              type="email"
              required
              maxLength={254}
              autoComplete="off"
              hint="They sign in with it. Nothing is sent there: you hand over the link."
            />
          </div>
          <RoleFields projects={projects} roles={{}} />
        </OutcomeForm>
      </Card>
      {invitations.length === 0 ? null : (
        <Card title="Invited" note="links are not kept, and cannot be shown again">
          <ul className="grid gap-2">
            {invitations.map((invitation) => (
              <li key={invitation.id} className="flex flex-wrap items-center gap-x-4 gap-y-1">
                <DataName text={invitation.email} />
                <span className="text-xs text-ink-3">until {instant(invitation.expiresAt)}</span>
                <OutcomeForm action={withdrawNow} submit="Withdraw" layout="line">
                  <input type="hidden" name="id" value={invitation.id} />
                </OutcomeForm>
              </li>
            ))}
          </ul>
        </Card>
      )}
      <Card title="People" note={`${people.length}`}>
        <ul>
          {people.map((person) => (
            <PersonCard
              key={person.id}
              person={person}
              projects={projects}
              isSelf={person.id === caller.personId}
            />
          ))}
        </ul>
      </Card>
    </>
  );
}
