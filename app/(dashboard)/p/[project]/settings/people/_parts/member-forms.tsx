import { useId, type ReactNode } from "react";
import { BOX } from "@/components/ui/box";
import { OutcomeForm, type FormAction } from "@/components/ui/outcome-form";
import { PROJECT_ROLES, type ProjectRole } from "@/lib/domain/project-role";

/** Lets somebody in by the address they sign in with. */
export function AddMember({ action }: { action: FormAction }) {
  return (
    <OutcomeForm action={action} submit="Let in" layout="line">
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
          {PROJECT_ROLES.map((role) => (
            <option key={role}>{role}</option>
          ))}
        </select>
      </label>
    </OutcomeForm>
  );
}

/** Another role for one person, or none. */
export function MemberRole({
  action,
  personId,
  role,
  name,
}: {
  action: FormAction;
  personId: string;
  role: ProjectRole;
  /** For readers who cannot see whose row this is. */
  name: ReactNode;
}) {
  const select = useId();
  return (
    <OutcomeForm
      action={action}
      submit={
        <>
          Change<span className="sr-only"> the role of {name}</span>
        </>
      }
      layout="line"
    >
      <input type="hidden" name="personId" value={personId} />
      <label htmlFor={select} className="sr-only">
        Role of {name}
      </label>
      {/* By its key, so that it shows the role that is stored once that has changed. */}
      <select key={role} id={select} name="role" defaultValue={role} className={BOX}>
        {PROJECT_ROLES.map((one) => (
          <option key={one}>{one}</option>
        ))}
        <option value="none">take out</option>
      </select>
    </OutcomeForm>
  );
}
