import { Card } from "@/components/ui/card";
import { DataName } from "@/components/ui/data-text";
import type { ImportPreview } from "@/lib/domain/import-preview";
import { integer, plural } from "@/lib/format/numbers";
import { rolesSentence } from "@/lib/reports/import-preview-words";

/** Those of the first metrics of the registry come first: the headline figures. */
const SHOWN = 5;

/** What would have no figure and why, and which tools have no role. */
export function PreviewMissing({ preview }: { preview: ImportPreview }) {
  const { notAvailable, arms, tools } = preview;
  if (arms.length === 0) return null;
  return (
    <Card title="What would be n/a, and why">
      <p className="text-[13px]">
        {rolesSentence(preview)}{" "}
        {tools.names.length === 0 ? null : (
          <span className="text-ink-2">
            Without a role:{" "}
            {tools.names.map((name, at) => (
              <span key={name}>
                {at === 0 ? "" : ", "}
                <DataName text={name} mono />
              </span>
            ))}
            {tools.withoutRole > tools.names.length
              ? ` and ${integer(tools.withoutRole - tools.names.length)} more`
              : ""}
            .
          </span>
        )}
      </p>
      <Reasons rows={notAvailable.slice(0, SHOWN)} arms={arms.length} />
      {notAvailable.length <= SHOWN ? null : (
        <details className="mt-1.5 text-[13px]">
          <summary className="text-link">
            {integer(notAvailable.length - SHOWN)} more reasons
          </summary>
          <Reasons rows={notAvailable.slice(SHOWN)} arms={arms.length} />
        </details>
      )}
    </Card>
  );
}

function Reasons({ rows, arms }: { rows: ImportPreview["notAvailable"]; arms: number }) {
  return (
    <ul className="mt-2 grid gap-1.5 text-[13px]">
      {rows.map(({ reason, metrics, arms: count }) => (
        <li key={reason}>
          <b className="font-[560]">{metrics.join(", ")}</b>
          <span className="text-ink-2">
            : {reason}
            {count < arms ? ` In ${integer(count)} of ${plural(arms, "arm")}.` : ""}
          </span>
        </li>
      ))}
    </ul>
  );
}
