"use client";

import { useActionState, type ReactNode } from "react";
import { Button } from "./button";

/** What the server says after a form: what is wrong, or what is done. */
export type FormOutcome = { problem: string | null; done: string | null };

export type FormAction = (before: FormOutcome, form: FormData) => Promise<FormOutcome>;

/** A form whose answer stands below its fields. It works before the page has come alive, too. */
export function OutcomeForm({
  action,
  submit,
  look = "plain",
  layout = "stack",
  children,
}: {
  action: FormAction;
  /** The words of the button. */
  submit: string;
  look?: "plain" | "primary";
  /** `line`: fields and button beside each other where there is room. */
  layout?: "stack" | "line";
  children?: ReactNode;
}) {
  const [outcome, send, pending] = useActionState(action, { problem: null, done: null });
  return (
    <form action={send} className={LAYOUTS[layout]}>
      {children}
      <div>
        <Button type="submit" look={look} disabled={pending}>
          {submit}
          {pending ? " …" : null}
        </Button>
      </div>
      {outcome.problem === null ? null : (
        <p role="alert" className="basis-full text-[13px] text-damage-ink">
          {outcome.problem}
        </p>
      )}
      {outcome.done === null ? null : (
        <p role="status" className="basis-full text-[13px] text-ok">
          {outcome.done}
        </p>
      )}
    </form>
  );
}

const LAYOUTS = {
  stack: "grid gap-4",
  line: "flex flex-wrap items-end gap-2",
};
