"use client";

import { useActionState, useId } from "react";
import { Button } from "@/components/ui/button";
import { ReasonField } from "@/components/ui/reason-field";
import type { DeleteState } from "./delete-action";

/** Asks why, and for the campaign's name, before it is deleted; what is wrong is said at the fields. */
export function DeleteForm({
  action,
}: {
  action: (before: DeleteState, form: FormData) => Promise<DeleteState>;
}) {
  const [state, submit, pending] = useActionState(action, { error: null, typed: "", reason: "" });
  const error = useId();
  const wrong = state.error === null ? {} : { "aria-invalid": true, "aria-describedby": error };
  return (
    <form action={submit} className="mt-3 grid max-w-[560px] gap-2">
      <ReasonField label="Why it is deleted" defaultValue={state.reason} {...wrong} />
      <div className="flex flex-wrap items-end gap-2">
        <label className="grid min-w-0 flex-1 basis-[220px] gap-0.5 text-xs text-ink-2">
          Type the name of the campaign to delete it
          <input
            name="name"
            required
            autoComplete="off"
            defaultValue={state.typed}
            {...wrong}
            className="w-full min-w-0 rounded-[7px] border border-field bg-panel px-2 py-1.5 text-[13px] text-ink"
          />
        </label>
        <Button type="submit" disabled={pending}>
          {pending ? "Deleting …" : "Delete for good"}
        </Button>
      </div>
      <p id={error} role="alert" className="text-[13px] text-damage-ink empty:hidden">
        {state.error}
      </p>
    </form>
  );
}
