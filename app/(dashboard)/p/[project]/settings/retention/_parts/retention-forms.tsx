import { BOX } from "@/components/ui/box";
import { Button } from "@/components/ui/button";
import { OutcomeForm, type FormAction } from "@/components/ui/outcome-form";
import { MOST_DAYS, RETENTION_ACTS, RETENTION_WORDS, type Retention } from "@/lib/domain/retention";

/** Asks what to look at; a plain form, whose answer is this page. Nothing is set by it. */
export function LookForm({ path, shown }: { path: string; shown: Retention }) {
  return (
    <form action={path} className="flex flex-wrap items-end gap-2">
      <label className="grid min-w-0 gap-0.5 text-xs text-ink-2">
        What to do
        <select name="act" defaultValue={shown.act} className={BOX}>
          {RETENTION_ACTS.map((act) => (
            <option key={act} value={act}>
              {RETENTION_WORDS[act]}
            </option>
          ))}
        </select>
      </label>
      <label className="grid gap-0.5 text-xs text-ink-2">
        Days after it was sealed
        <input
          name="days"
          type="number"
          min={1}
          max={MOST_DAYS}
          defaultValue={shown.days ?? 365}
          className={`${BOX} w-28 text-right`}
        />
      </label>
      <Button type="submit">Show what it would do</Button>
    </form>
  );
}

/** Sets what is looked at. */
export function SetForm({ action, shown }: { action: FormAction; shown: Retention }) {
  return (
    <OutcomeForm action={action} submit="Set it so" look="primary">
      <input type="hidden" name="act" value={shown.act} />
      <input type="hidden" name="days" value={shown.days ?? ""} />
    </OutcomeForm>
  );
}
