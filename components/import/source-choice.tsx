import { Tick } from "./tick";

/** Whether the source's own bytes are kept; no choice where its lines are the very records. */
export function SourceChoice({
  keepsLines,
  checked,
  set,
}: {
  /** The importer's: each record is kept as the line that it came as, whatever is chosen. */
  keepsLines: boolean;
  checked: boolean;
  set: (checked: boolean) => void;
}) {
  return keepsLines ? (
    <p>Its lines are always kept: they are the records themselves.</p>
  ) : (
    <Tick
      label="Keep the source's own bytes, compressed, beside the records"
      checked={checked}
      set={set}
    />
  );
}
