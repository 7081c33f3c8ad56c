import type { Metadata } from "next";
import { LinkButton } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Chip } from "@/components/ui/chip";
import { DataName } from "@/components/ui/data-text";
import { EmptyState } from "@/components/ui/empty-state";
import { NoPeople } from "@/components/ui/no-accounts";
import { PageHeader } from "@/components/ui/page-header";
import { ScrollBox } from "@/components/ui/scroll-box";
import { database } from "@/db";
import { listMembers, type MemberRow } from "@/db/queries/members";
import { mayInstance } from "@/lib/auth/may";
import { projectFor } from "@/lib/auth/project-access";
import { instant } from "@/lib/format/time";
import { ROLE_WORDS } from "../../../../_parts/role-words";
import { AddMember, MemberRole } from "./_parts/member-forms";
import { addMemberNow, changeMemberNow } from "./people-actions";

export const dynamic = "force-dynamic";
export const metadata: Metadata = { title: "People" };

export default async function PeoplePage({ params }: { params: Promise<{ project: string }> }) {
  const { project, scope, caller } = await projectFor((await params).project, "administer");
  const header = (
    <PageHeader
      crumb={project.name}
      title="People"
      {...(mayInstance(caller)
        ? { actions: <LinkButton href="/settings/people">Everybody</LinkButton> }
        : {})}
      sentence={ROLE_WORDS}
    />
  );
  if (caller.kind === "local")
    return (
      <>
        {header}
        <NoPeople />
      </>
    );
  const members = await listMembers(database().db, scope);
  const own = caller.kind === "person" ? caller.personId : null;
  return (
    <>
      {header}
      <Card title="Let somebody in">
        <AddMember action={addMemberNow.bind(null, project.slug)} />
      </Card>
      {members.length === 0 ? (
        <EmptyState title="Nobody has a role here yet">
          The admin of the instance sees every project without one.
        </EmptyState>
      ) : (
        <Card title="In this project" note="beside the admin of the instance, who needs no role">
          <Members project={project.slug} members={members} own={own} />
        </Card>
      )}
    </>
  );
}

function Members({
  project,
  members,
  own,
}: {
  project: string;
  members: readonly MemberRow[];
  own: string | null;
}) {
  return (
    <ScrollBox label="People of the project">
      <table className="table-plain">
        <caption className="sr-only">People of the project, by name</caption>
        <thead>
          <tr>
            <th scope="col">Person</th>
            <th scope="col">Since</th>
            <th scope="col">Role</th>
          </tr>
        </thead>
        <tbody>
          {members.map((member) => (
            <tr key={member.personId}>
              <th scope="row" className="font-normal">
                <DataName text={member.name} />{" "}
                {member.banned ? <Chip tone="quiet">banned</Chip> : null}
                <span className="block text-xs text-ink-3">
                  <DataName text={member.email} />
                </span>
              </th>
              <td className="whitespace-nowrap text-ink-2">{instant(member.since)}</td>
              <td>
                {member.personId === own ? (
                  <>
                    {member.role} <span className="text-xs text-ink-3">(you)</span>
                  </>
                ) : (
                  <MemberRole
                    action={changeMemberNow.bind(null, project)}
                    personId={member.personId}
                    role={member.role}
                    name={<DataName text={member.name} />}
                  />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
