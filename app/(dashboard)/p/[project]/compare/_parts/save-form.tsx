"use client";

import { useActionState, useId } from "react";
import { Button } from "@/components/ui/button";
import { saveThisComparison } from "../save-comparison";

/** Keeps the comparison under a name, at an address that stays. Works as a plain form post. */
export function SaveForm({
  project,
  baseline,
  candidate,
  suggested,
}: {
  project: string;
  baseline: readonly string[];
  candidate: readonly string[];
  suggested: string;
}) {
  const [state, save, saving] = useActionState(saveThisComparison, { refused: null });
  const problem = useId();
  return (
    <form action={save} className="no-print mt-3 text-[13px]">
      <input type="hidden" name="project" value={project} />
      {baseline.map((one) => (
        <input key={one} type="hidden" name="baseline" value={one} />
      ))}
      {candidate.map((one) => (
        <input key={one} type="hidden" name="candidate" value={one} />
      ))}
      <div className="flex flex-wrap items-end gap-2">
        <label className="grid min-w-0 flex-1 basis-48 gap-0.5 text-xs text-ink-2 sm:max-w-80">
          Name of this comparison
          <input
            name="name"
            required
            maxLength={120}
            defaultValue={suggested}
            aria-describedby={problem}
            className="min-h-8 w-full min-w-0 rounded-[7px] border border-field bg-panel px-2 py-1 text-[13px] text-ink"
          />
        </label>
        <Button type="submit" disabled={saving}>
          {saving ? "Saving …" : "Save this comparison"}
        </Button>
      </div>
      <output id={problem} className="block text-damage-ink">
        {state.refused}
      </output>
    </form>
  );
}
