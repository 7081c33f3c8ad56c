import { DataName } from "@/components/ui/data-text";
import { spelledOut } from "@/components/ui/data-text.model";
import type { ArmMatch } from "@/lib/answers/comparison-choices";
import { ArmCombobox } from "./arm-combobox";

export type SideName = "baseline" | "candidate" | "also";

/** One side of the choice: the arms chosen for it, and the search that adds one. All under one name. */
export function SideFields({
  name,
  title,
  hint,
  chosen,
  onChange,
  ...search
}: {
  name: SideName;
  title: string;
  /** What several arms of it mean. */
  hint: string;
  chosen: readonly ArmMatch[];
  onChange: (chosen: ArmMatch[]) => void;
  address: string;
  first: readonly ArmMatch[];
  taken: ReadonlySet<string>;
}) {
  return (
    <fieldset className="min-w-0">
      <legend className="text-[14px] font-[620]">{title}</legend>
      <p className="text-xs text-ink-3 md:min-h-9">{hint}</p>
      <ul className="mt-1 grid gap-1">
        {chosen.map((match) => (
          <li
            key={match.reference}
            className="flex items-center justify-between gap-2 rounded-[7px] bg-line-2 px-2 py-1 text-[13px]"
          >
            <input type="hidden" name={name} value={match.reference} />
            <span className="min-w-0">
              <DataName text={match.arm} /> · <DataName text={match.campaign} />
              <span className="block text-xs text-ink-3">
                <DataName text={match.detail} />
              </span>
            </span>
            <button
              type="button"
              onClick={() => onChange(chosen.filter((one) => one !== match))}
              className="min-h-6 min-w-6 rounded-[5px] border border-field px-1.5 text-xs"
            >
              Remove
              <span className="sr-only">
                {" "}
                {match.arm}, {match.campaign}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <ArmCombobox
        label={chosen.length === 0 ? "Find an arm" : "Add another arm"}
        {...search}
        onChoose={(match) => onChange([...chosen, match])}
      />
      <noscript>
        <select name={name} aria-label={title} defaultValue="">
          <option value="">Choose an arm</option>
          {search.first.map((match) => (
            <option key={match.reference} value={match.reference}>
              {spelledOut(`${match.arm} · ${match.campaign}`)}
            </option>
          ))}
        </select>
      </noscript>
    </fieldset>
  );
}
