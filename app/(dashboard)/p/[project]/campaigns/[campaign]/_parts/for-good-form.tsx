import { BOX } from "@/components/ui/box";
import { OutcomeForm, type FormAction } from "@/components/ui/outcome-form";
import { ReasonField } from "@/components/ui/reason-field";

/** Asks why, and for the campaign's name, before what cannot be undone (`for-good.ts` reads it). */
export function ForGoodForm({
  action,
  submit,
  why,
  to,
}: {
  action: FormAction;
  submit: string;
  /** As "Why it is deleted". */
  why: string;
  /** What the name is typed for, as "delete it". */
  to: string;
}) {
  return (
    <div className="mt-3 max-w-[560px]">
      <OutcomeForm action={action} submit={submit} layout="line">
        <ReasonField label={why} />
        <label className="grid min-w-0 flex-1 basis-[220px] gap-0.5 text-xs text-ink-2">
          {`Type the name of the campaign to ${to}`}
          <input name="name" required autoComplete="off" className={`${BOX} w-full`} />
        </label>
      </OutcomeForm>
    </div>
  );
}
