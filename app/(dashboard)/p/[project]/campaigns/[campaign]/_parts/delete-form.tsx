"use client";

import { useActionState, useId } from "react";
import { Button } from "@/components/ui/button";
import type { DeleteState } from "./delete-action";

/** Asks for the campaign's name before it is deleted; what is wrong is said at the field. */
export function DeleteForm({
  action,
}: {
  action: (before: DeleteState, form: FormData) => Promise<DeleteState>;
}) {
  const [state, submit, pending] = useActionState(action, { error: null, typed: "" });
  const error = useId();
  return (
    <form action={submit} className="mt-3 flex max-w-[560px] flex-wrap items-end gap-2">
      <label className="grid min-w-0 flex-1 basis-[220px] gap-0.5 text-xs text-ink-2">
        Type the name of the campaign to delete it
        <input
          name="name"
          required
          autoComplete="off"
          defaultValue={state.typed}
          {...(state.error === null ? {} : { "aria-invalid": true, "aria-describedby": error })}
          className="w-full min-w-0 rounded-[7px] border border-field bg-panel px-2 py-1.5 text-[13px] text-ink"
        />
      </label>
      <Button type="submit" disabled={pending}>
        {pending ? "Deleting …" : "Delete for good"}
      </Button>
      <p id={error} role="alert" className="basis-full text-[13px] text-damage-ink">
        {state.error}
      </p>
    </form>
  );
}
