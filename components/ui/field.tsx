const BOX =
  "w-full min-w-0 rounded-[7px] border border-field bg-panel px-2 py-1 text-[13px] text-ink";
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
      <input key={value} type={type} name={name} defaultValue={value ?? ""} className={BOX} />
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
      <select key={value} name={name} defaultValue={value ?? ""} className={BOX}>
        <option value="">any</option>
        {unknown ? <option value={value}>{value}</option> : null}
        {choices.map(([one, words]) => (
          <option key={one} value={one}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}
