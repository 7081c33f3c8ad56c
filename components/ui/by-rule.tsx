import { BY_RULE } from "@/lib/reports/attribution";
import { spelledOut } from "./data-text.model";

/**
 * The mark beside a figure that rests on attribution by rule, with the rule for those who point or listen.
 * Nothing where the record itself says whose the calls were.
 */
export function ByRule({ rule }: { rule: string | null | undefined }) {
  if (rule === null || rule === undefined) return null;
  const words = spelledOut(rule);
  return (
    <span
      title={words}
      className="inline-block rounded-[5px] border border-dashed border-field px-[5px] text-[11px] font-normal tracking-normal whitespace-nowrap text-ink-2"
    >
      {BY_RULE}
      <span className="sr-only">
        : <bdi>{words}</bdi>
      </span>
    </span>
  );
}
