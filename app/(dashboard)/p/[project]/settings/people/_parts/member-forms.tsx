"use client";

import { useActionState, useId, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import type { ProjectRole } from "@/db/schema/project-members";
import type { PeopleOutcome } from "../people-actions";

type PeopleAction = (before: PeopleOutcome, form: FormData) => Promise<PeopleOutcome>;

const BOX =
  "min-h-8 min-w-0 rounded-[7px] border border-field bg-panel px-2 py-1 text-[13px] text-ink";
const NOTHING: PeopleOutcome = { problem: null, done: null };
const ROLES = ["viewer", "editor", "admin"] as const satisfies readonly ProjectRole[];

/** Lets somebody in by the address they sign in with. */
export function AddMember({ action }: { action: PeopleAction }) {
  const [outcome, add, adding] = useActionState(action, NOTHING);
  return (
    <form action={add} className="flex flex-wrap items-end gap-2">
      <label className="grid min-w-0 flex-1 basis-56 gap-0.5 text-xs text-ink-2 sm:max-w-96">
        E-mail address they sign in with
        <input
          name="email"
          type="email"
          required
          maxLength={254}
          autoComplete="off"
          className={`${BOX} w-full`}
        />
      </label>
      <label className="grid gap-0.5 text-xs text-ink-2">
        Role
        <select name="role" defaultValue="viewer" className={BOX}>
          {ROLES.map((role) => (
            <option key={role}>{role}</option>
          ))}
        </select>
      </label>
      <Button type="submit" disabled={adding}>
        {adding ? "Letting in …" : "Let in"}
      </Button>
      <Outcome outcome={outcome} />
    </form>
  );
}

/** Another role for one person, or none. */
export function MemberRole({
  action,
  personId,
  role,
  name,
}: {
  action: PeopleAction;
  personId: string;
  role: ProjectRole;
  /** For readers who cannot see whose row this is. */
  name: ReactNode;
}) {
  const [outcome, change, changing] = useActionState(action, NOTHING);
  const select = useId();
  return (
    <form action={change} className="flex flex-wrap items-center gap-2">
      <input type="hidden" name="personId" value={personId} />
      <label htmlFor={select} className="sr-only">
        Role of {name}
      </label>
      {/* By its key, so that it shows the role that is stored once that has changed. */}
      <select key={role} id={select} name="role" defaultValue={role} className={BOX}>
        {ROLES.map((one) => (
          <option key={one}>{one}</option>
        ))}
        <option value="none">take out</option>
      </select>
      <Button type="submit" disabled={changing}>
        {changing ? "Changing …" : "Change"}
        <span className="sr-only"> the role of {name}</span>
      </Button>
      <Outcome outcome={outcome} />
    </form>
  );
}

function Outcome({ outcome }: { outcome: PeopleOutcome }) {
  if (outcome.problem !== null)
    return (
      <p role="alert" className="basis-full text-[13px] text-damage-ink">
        {outcome.problem}
      </p>
    );
  return outcome.done === null ? null : (
    <output className="block basis-full text-[13px] text-ink-2">{outcome.done}</output>
  );
}
