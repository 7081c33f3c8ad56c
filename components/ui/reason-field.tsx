import type { ComponentProps } from "react";

/** Asks why something is done to a campaign, in words that are kept with it. */
export function ReasonField({ label, ...input }: { label: string } & ComponentProps<"input">) {
  return (
    <label className="grid min-w-0 flex-1 basis-[220px] gap-0.5 text-xs text-ink-2">
      {label}, in words that stay
      <input
        {...input}
        name="reason"
        required
        maxLength={500}
        autoComplete="off"
        className="w-full min-w-0 rounded-[7px] border border-field bg-panel px-2 py-1.5 text-[13px] text-ink"
      />
    </label>
  );
}
