import { BOX } from "@/components/ui/box";
import { OutcomeForm, type FormAction } from "@/components/ui/outcome-form";

/** Makes a token and shows it, this once. */
export function TokenForm({ action }: { action: FormAction }) {
  return (
    <OutcomeForm action={action} submit="Make a token" layout="line">
      <label className="grid min-w-0 flex-1 basis-48 gap-0.5 text-xs text-ink-2 sm:max-w-80">
        Name
        <input name="name" required maxLength={80} autoComplete="off" className={`${BOX} w-full`} />
      </label>
      <fieldset className="grid gap-0.5 px-2 text-xs text-ink-2">
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
    </OutcomeForm>
  );
}
