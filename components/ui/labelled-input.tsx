import { useId, type ComponentProps, type ReactNode } from "react";

/** A field of a form that sits alone on its page: its label above, and below what to know about it. */
export function LabelledInput({
  label,
  hint,
  ...input
}: { label: string; hint?: ReactNode } & ComponentProps<"input">) {
  const id = useId();
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-[13px] font-[520]">
        {label}
      </label>
      <input
        {...input}
        id={id}
        {...(hint === undefined ? {} : { "aria-describedby": `${id}-hint` })}
        className="w-full min-w-0 rounded-[7px] border border-field bg-panel px-2.5 py-2 text-[14px] text-ink"
      />
      {hint === undefined ? null : (
        <p id={`${id}-hint`} className="text-xs text-ink-3">
          {hint}
        </p>
      )}
    </div>
  );
}
