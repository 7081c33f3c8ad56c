import type { ReactNode } from "react";
import { Chip } from "@/components/ui/chip";
import { DataName } from "@/components/ui/data-text";
import { OutcomeForm, type FormAction } from "@/components/ui/outcome-form";
import type { PersonRow } from "@/db/queries/people";
import { instant } from "@/lib/format/time";
import {
  banNow,
  changeRolesNow,
  dropSecondFactorNow,
  endSessionsNow,
  handOverNow,
  makeResetLinkNow,
} from "../people-actions";
import { RoleFields } from "./role-fields";

type Props = {
  person: PersonRow;
  projects: readonly { id: string; name: string }[];
  isSelf: boolean;
};

/** One person of the instance: what they may do, and what can be done about it. */
export function PersonCard({ person, projects, isSelf }: Props) {
  const given = projects.filter(({ id }) => person.roles[id] !== undefined);
  return (
    <li className="border-t border-line-2 py-3 first:border-t-0">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <span className="font-[560]">
          <DataName text={person.name} />
        </span>
        <span className="min-w-0 text-[13px] text-ink-2">
          <DataName text={person.email} />
        </span>
        {person.instanceAdmin ? <Chip tone="contain">looks after the instance</Chip> : null}
        {person.bannedAt === null ? null : <Chip tone="bad">banned</Chip>}
        {person.secondFactor ? <Chip tone="good">second step</Chip> : null}
        {person.hasPassword ? null : <Chip tone="quiet">sign-in service</Chip>}
      </div>
      <p className="mt-0.5 text-xs text-ink-3">
        {person.lastUsedAt === null ? "Not signed in" : `Last seen ${instant(person.lastUsedAt)}`}
        {" · "}
        {rolesWords(person, given.length)}
        {given.map(({ id, name }, at) => (
          <span key={id}>
            {at === 0 ? null : ", "}
            {person.roles[id]} in <DataName text={name} />
          </span>
        ))}
      </p>
      <details suppressHydrationWarning className="mt-1">
        <summary className="min-h-6 w-fit text-[13px] text-ink-2">
          Change
          <span className="sr-only">
            {" "}
            <DataName text={person.name} />
          </span>
        </summary>
        <div className="mt-3 grid gap-4">
          <OutcomeForm action={changeRolesNow} submit="Save the roles" layout="line">
            <input type="hidden" name="id" value={person.id} />
            <RoleFields projects={projects} roles={person.roles} />
          </OutcomeForm>
          <div className="flex flex-wrap items-start gap-2">
            {person.hasPassword ? (
              <Act person={person} action={makeResetLinkNow} submit="Link for a new password" />
            ) : null}
            {person.secondFactor && !isSelf ? (
              <Act person={person} action={dropSecondFactorNow} submit="Turn off the second step" />
            ) : null}
            <Act person={person} action={endSessionsNow} submit="Sign out everywhere" />
            {person.instanceAdmin ? null : (
              <>
                <Act
                  person={person}
                  action={banNow}
                  submit={person.bannedAt === null ? "Ban" : "Let in again"}
                >
                  <input type="hidden" name="ban" value={person.bannedAt === null ? "yes" : "no"} />
                </Act>
                <Act person={person} action={handOverNow} submit="Hand the instance over" />
              </>
            )}
          </div>
        </div>
      </details>
    </li>
  );
}

function rolesWords(person: PersonRow, count: number): string | null {
  if (person.instanceAdmin) return count === 0 ? "every project" : "every project, and ";
  return count === 0 ? "no role in a project" : null;
}

function Act({
  person,
  action,
  submit,
  children,
}: {
  person: PersonRow;
  action: FormAction;
  submit: string;
  children?: ReactNode;
}) {
  return (
    <OutcomeForm action={action} submit={submit} layout="line">
      <input type="hidden" name="id" value={person.id} />
      {children}
    </OutcomeForm>
  );
}
