import { BOX } from "./box";

/** Asks why something is done to a campaign, in words that are kept with it. */
export function ReasonField({ label }: { label: string }) {
  return (
    <label className="grid min-w-0 flex-1 basis-[220px] gap-0.5 text-xs text-ink-2">
      {label}, in words that stay
      <input
        name="reason"
        required
        maxLength={500}
        autoComplete="off"
        className={`${BOX} w-full`}
      />
    </label>
  );
}
