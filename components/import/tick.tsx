/** A choice of yes or no. */
export function Tick({
  label,
  checked,
  set,
}: {
  label: string;
  checked: boolean;
  set: (checked: boolean) => void;
}) {
  return (
    <label className="flex items-center gap-2">
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => set(event.currentTarget.checked)}
      />
      {label}
    </label>
  );
}
