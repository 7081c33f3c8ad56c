import { BY_RULE } from "@/lib/reports/attribution";

/**
 * The mark beside a figure that rests on attribution by rule, with the rule for those who point or listen.
 * Nothing where the record itself says whose the calls were.
 */
export function ByRule({ rule }: { rule: string | null | undefined }) {
  if (rule === null || rule === undefined) return null;
  return (
    <span
      title={rule}
      className="inline-block rounded-[5px] border border-dashed border-field px-[5px] text-[11px] font-normal tracking-normal whitespace-nowrap text-ink-2"
    >
      {BY_RULE}
      <span className="sr-only">: {rule}</span>
    </span>
  );
}
