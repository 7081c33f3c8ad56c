"use client";

import { useActionState } from "react";
import { CopyButton } from "@/components/episode/copy-button";
import { Button } from "@/components/ui/button";
import type { TokenOutcome } from "../token-actions";

const BOX =
  "min-h-8 w-full min-w-0 rounded-[7px] border border-field bg-panel px-2 py-1 text-[13px] text-ink";

/** Makes a token and shows it, this once. */
export function TokenForm({
  action,
}: {
  action: (before: TokenOutcome, form: FormData) => Promise<TokenOutcome>;
}) {
  const [outcome, make, making] = useActionState(action, { problem: null, token: null });
  return (
    <>
      <form action={make} className="flex flex-wrap items-end gap-x-4 gap-y-3">
        <label className="grid min-w-0 flex-1 basis-48 gap-0.5 text-xs text-ink-2 sm:max-w-80">
          Name
          <input name="name" required maxLength={80} autoComplete="off" className={BOX} />
        </label>
        <fieldset className="grid gap-0.5 text-xs text-ink-2">
          <legend className="mb-0.5">May</legend>
          <span className="flex min-h-8 items-center gap-4 text-[13px] text-ink">
            <label className="flex items-center gap-1.5">
              <input type="checkbox" name="scopes" value="ingest" defaultChecked /> bring logs in
            </label>
            <label className="flex items-center gap-1.5">
              <input type="checkbox" name="scopes" value="read" /> read
            </label>
          </span>
        </fieldset>
        <label className="grid gap-0.5 text-xs text-ink-2">
          Good for
          <select name="days" defaultValue="90" className={BOX}>
            <option value="30">30 days</option>
            <option value="90">90 days</option>
            <option value="365">a year</option>
            <option value="never">until revoked</option>
          </select>
        </label>
        <Button type="submit" disabled={making}>
          {making ? "Making …" : "Make a token"}
        </Button>
      </form>
      {outcome.problem === null ? null : (
        <p role="alert" className="mt-2 text-[13px] text-damage-ink">
          {outcome.problem}
        </p>
      )}
      {outcome.token === null ? null : (
        <output className="mt-3 block rounded-[8px] border border-line bg-bg px-3 py-2">
          <span className="block text-[13px] text-ink-2">
            Copy it now: it is shown this once, and only a digest of it is stored.
          </span>
          <span className="mt-1 flex flex-wrap items-center gap-2">
            <code className="min-w-0 font-mono text-[13px] break-all">{outcome.token}</code>
            <CopyButton text={outcome.token} what="the token" />
          </span>
        </output>
      )}
    </>
  );
}
