import type { StepField, TextPart } from "@/lib/domain/episode-steps";
import type { Moment } from "@/lib/format/episode-moment";
import { integer } from "@/lib/format/numbers";
import { CopyButton } from "@/components/ui/copy-button";
import { MoreText } from "./more-text";
import { PartText } from "./part-text";
import type { StepLinks } from "./step-links";

/** One recorded value of a step in its box: what of it is shown, and the way to the rest. */
export function StepText({
  part,
  of,
  field,
  label,
  links,
  markers,
  tone = "plain",
}: {
  part: TextPart;
  of: Moment;
  field: StepField;
  label?: string;
  links: StepLinks;
  markers: readonly string[];
  tone?: "plain" | "untrusted";
}) {
  const mono = part.form === "json" || field === "args" || field === "result";
  return (
    <div
      className={`group mt-1 rounded-[8px] border border-line px-3 py-2 ${label === undefined ? "" : "ml-4"} ${tone === "untrusted" ? "untrusted" : "bg-panel"}`}
    >
      <div className="no-print float-right ml-2">
        <CopyButton text={part.text} what={label ?? field} />
      </div>
      {label === undefined ? null : <p className="text-xs text-ink-3">{label}</p>}
      {part.from === 0 ? null : (
        <p className="text-xs text-ink-2">From byte {integer(part.from)} on.</p>
      )}
      <PartText part={part} markers={markers} mono={mono} />
      {part.to < part.bytes ? (
        <MoreText
          key={part.to}
          links={links}
          of={of}
          field={field}
          from={part.to}
          bytes={part.bytes}
          markers={markers}
          mono={mono}
        />
      ) : null}
    </div>
  );
}
