"use client";

import { startTransition, useActionState, useEffect, useRef, type ReactNode } from "react";
import { Button } from "./button";
import { CopyButton } from "./copy-button";

/** What the server says after a form: what is wrong, or what is done and what it shows this once. */
export type FormOutcome = {
  problem: string | null;
  done: string | null;
  shown?: readonly string[];
};

export type FormAction = (before: FormOutcome, form: FormData) => Promise<FormOutcome>;

/**
 * A form whose answer stands below its fields. What was typed stays when something is wrong, and goes when it
 * is done; React by itself would empty the fields in both cases. It works before the page has come alive, too.
 */
export function OutcomeForm({
  action,
  submit,
  look = "plain",
  layout = "stack",
  prepare,
  children,
}: {
  action: FormAction;
  /** The words of the button. */
  submit: ReactNode;
  look?: "plain" | "primary";
  /** `line`: fields and button beside each other where there is room; `columns`: two fields beside each other. */
  layout?: keyof typeof LAYOUTS;
  /** What the page alone knows is put into what is about to be sent. */
  prepare?: (typed: FormData) => void;
  children?: ReactNode;
}) {
  const [outcome, send, pending] = useActionState(action, { problem: null, done: null });
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (outcome.done !== null) form.current?.reset();
  }, [outcome]);
  return (
    <form
      ref={form}
      action={send}
      onSubmit={(event) => {
        event.preventDefault();
        const typed = new FormData(event.currentTarget);
        prepare?.(typed);
        startTransition(() => send(typed));
      }}
      className={LAYOUTS[layout]}
    >
      {children}
      <div className="col-span-full">
        <Button type="submit" look={look} disabled={pending}>
          {submit}
          {pending ? " …" : null}
        </Button>
      </div>
      {outcome.problem === null ? null : (
        <p role="alert" className="col-span-full basis-full text-[13px] text-damage-ink">
          {outcome.problem}
        </p>
      )}
      <output className="col-span-full block basis-full text-[13px] text-ok empty:hidden">
        {outcome.done}
      </output>
      {outcome.shown === undefined ? null : <ShownOnce lines={outcome.shown} />}
    </form>
  );
}

const LAYOUTS = {
  stack: "grid gap-4",
  line: "flex flex-wrap items-end gap-2",
  columns: "mt-2 grid gap-2 sm:grid-cols-2",
};

/** What is kept nowhere: each line can be picked up whole, and one alone with a click. */
function ShownOnce({ lines }: { lines: readonly string[] }) {
  return (
    <ul className="grid basis-full gap-1 rounded-[7px] border border-line bg-line-2 px-3 py-2">
      {lines.map((line) => (
        <li key={line}>
          <code className="font-mono text-[12.5px] wrap-anywhere select-all">{line}</code>
          {lines.length === 1 ? <CopyButton text={line} what="it" /> : null}
        </li>
      ))}
    </ul>
  );
}
