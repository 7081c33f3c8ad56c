import { BOX } from "./box";
import { spelledOut } from "./data-text.model";

const LABEL = "grid min-w-0 gap-0.5 text-xs text-ink-2";

export function Field({
  name,
  label,
  value,
  type = "text",
}: {
  name: string;
  label: string;
  value: string | undefined;
  type?: "text" | "date";
}) {
  return (
    <label className={LABEL}>
      {label}
      <input
        key={value}
        type={type}
        name={name}
        defaultValue={value ?? ""}
        className={`${BOX} w-full`}
      />
    </label>
  );
}

/** A choice with "any" first. A value that is no choice is kept and shown, so that no filter is hidden. */
export function SelectField({
  name,
  label,
  value,
  choices,
}: {
  name: string;
  label: string;
  value: string | undefined;
  choices: readonly (readonly [value: string, label: string])[];
}) {
  const unknown = value !== undefined && !choices.some(([one]) => one === value);
  return (
    <label className={LABEL}>
      {label}
      <select key={value} name={name} defaultValue={value ?? ""} className={`${BOX} w-full`}>
        <option value="">any</option>
        {unknown ? <option value={value}>{spelledOut(value)}</option> : null}
        {choices.map(([one, words]) => (
          <option key={one} value={one}>
            {spelledOut(words)}
          </option>
        ))}
      </select>
    </label>
  );
}
