import { BOX } from "@/components/ui/box";
import { OutcomeForm } from "@/components/ui/outcome-form";
import { saveThisComparison } from "../save-comparison";

/** Keeps the comparison under a name, at an address that stays. */
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
  return (
    <div className="no-print mt-3">
      <OutcomeForm action={saveThisComparison} submit="Save this comparison" layout="line">
        <input type="hidden" name="project" value={project} />
        {baseline.map((one) => (
          <input key={one} type="hidden" name="baseline" value={one} />
        ))}
        {candidate.map((one) => (
          <input key={one} type="hidden" name="candidate" value={one} />
        ))}
        <label className="grid min-w-0 flex-1 basis-48 gap-0.5 text-xs text-ink-2 sm:max-w-80">
          Name of this comparison
          <input
            name="name"
            required
            maxLength={120}
            defaultValue={suggested}
            className={`${BOX} w-full`}
          />
        </label>
      </OutcomeForm>
    </div>
  );
}
