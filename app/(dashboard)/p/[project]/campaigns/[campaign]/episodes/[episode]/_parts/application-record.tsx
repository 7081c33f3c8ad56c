import type { StoredEffect } from "@/db/queries/episode-detail";
import { Card } from "@/components/ui/card";
import { DataName } from "@/components/ui/data-text";
import { integer, plural, points } from "@/lib/format/numbers";

/** What the application itself says happened; it is believed before the stream. */
export function ApplicationRecord({
  effects,
  total,
  unexplained,
}: {
  effects: readonly StoredEffect[];
  total: number;
  unexplained: number;
}) {
  return (
    <Card title="Application record" note="after the run">
      {effects.length === 0 ? (
        <p className="text-ink-2">No effect is recorded.</p>
      ) : (
        <>
          <p className="text-ink-2">
            {unexplained === 0
              ? "Agrees with the stream: a call explains every effect."
              : `${plural(unexplained, "effect")} that no call explains. The record is believed.`}
          </p>
          <ul className="mt-1 text-[13px]">
            {effects.map((effect) => (
              <li key={effect.effectNo}>
                <DataName text={effect.tool} mono />
                {effect.containsMarker === true ? ", carries the marker" : ""}
                {effect.callNo === null
                  ? `, no call explains it, damage ${points(effect.damage)}`
                  : `, by call ${effect.callNo + 1}`}
              </li>
            ))}
          </ul>
          {total > effects.length ? (
            <p className="mt-2 text-xs text-ink-3">
              The first {integer(effects.length)} of {integer(total)} effects.
            </p>
          ) : null}
        </>
      )}
    </Card>
  );
}
