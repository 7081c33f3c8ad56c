import { Card } from "@/components/ui/card";
import { Chip, type Tone } from "@/components/ui/chip";
import { DataText } from "@/components/ui/data-text";
import type { ImportPreview } from "@/lib/domain/import-preview";
import { integer } from "@/lib/format/numbers";
import { placeWords } from "@/lib/format/place-words";

type Group = ImportPreview["issues"][number];

const TONES: Record<Group["severity"], Tone> = {
  refused: "bad",
  recoded: "warn",
  warning: "quiet",
};

/** What would be refused, recoded or noticed, with the first places of each kind. */
export function PreviewIssues({ issues }: { issues: readonly Group[] }) {
  if (issues.length === 0) {
    return (
      <Card title="Refused, recoded, noticed">
        <p className="text-ink-2">Nothing: every record would be taken as it stands.</p>
      </Card>
    );
  }
  return (
    <Card title="Refused, recoded, noticed">
      <ul className="grid gap-2 text-[13px]">
        {issues.map((group) => (
          <li key={`${group.severity}.${group.code}`}>
            <details>
              <summary>
                <Chip tone={TONES[group.severity]}>{group.severity}</Chip>{" "}
                <b className="font-semibold">{integer(group.count)}×</b>{" "}
                <span className="text-ink-2 wrap-anywhere">
                  <DataText text={group.message} />
                </span>
              </summary>
              <ul className="mt-1 ml-4 grid gap-1">
                {group.places.map(({ place, message }, at) => (
                  <li key={at} className="wrap-anywhere">
                    <DataText text={placeWords(place)} mono />
                    {message === group.message ? null : (
                      <span className="block text-ink-2">
                        <DataText text={message} />
                      </span>
                    )}
                  </li>
                ))}
                {group.count > group.places.length ? (
                  <li className="text-ink-3">
                    and {integer(group.count - group.places.length)} more
                  </li>
                ) : null}
              </ul>
            </details>
          </li>
        ))}
      </ul>
    </Card>
  );
}
