import { DataName } from "@/components/ui/data-text";
import { dayOf } from "@/lib/format/time";
import type { ArmChoice } from "@/lib/answers/comparison-answer";

/** One side: its arm, and folded below it the campaigns to pool with it. All under one name. */
export function SideFields({
  name,
  label,
  choices,
  chosen,
}: {
  name: "baseline" | "candidate";
  label: string;
  choices: readonly ArmChoice[];
  chosen: readonly ArmChoice[];
}) {
  const [first, ...pooled] = chosen;
  return (
    <fieldset className="min-w-0">
      <legend className="text-[14px] font-[620]">{label}</legend>
      <label className="mt-1 grid min-w-0 gap-1 text-[12.5px] text-ink-2">
        Arm
        <select
          name={name}
          defaultValue={first?.reference ?? ""}
          required
          className="w-full min-w-0 rounded-[7px] border border-field bg-panel px-2 py-1.5 text-[14px] text-ink"
        >
          <option value="">Choose an arm</option>
          {choices.map((choice) => (
            <option key={choice.reference} value={choice.reference}>
              {choice.arm.name} · {choice.campaign.name}
              {startOf(choice)}
            </option>
          ))}
        </select>
      </label>
      <details className="mt-2 text-[13px]" open={pooled.length > 0}>
        <summary className="text-ink-2">Pool further campaigns with it</summary>
        <p className="mt-1 text-xs text-ink-3">
          They count as more replicas of the same cases, never as more cases.
        </p>
        <ul className="mt-1 max-h-72 overflow-y-auto">
          {choices.map((choice) => (
            <li key={choice.reference}>
              <label className="flex min-h-7 items-center gap-2">
                <input
                  type="checkbox"
                  name={name}
                  value={choice.reference}
                  defaultChecked={pooled.includes(choice)}
                />
                <span className="min-w-0">
                  <DataName text={choice.arm.name} /> · <DataName text={choice.campaign.name} />
                  <span className="text-ink-3">{startOf(choice)}</span>
                </span>
              </label>
            </li>
          ))}
        </ul>
      </details>
    </fieldset>
  );
}

function startOf({ campaign }: ArmChoice): string {
  return campaign.startedAt === null ? "" : ` · ${dayOf(campaign.startedAt)}`;
}
