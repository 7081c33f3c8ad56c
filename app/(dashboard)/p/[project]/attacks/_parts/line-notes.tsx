import { Card } from "@/components/ui/card";
import { Sentence } from "@/components/ui/sentence";
import type { AttackMatrix } from "@/lib/reports/attack-matrix";
import { atlasName, owaspName } from "@/lib/reports/attack-taxonomies";

/** How marks come about, for which arms there are none, and what the ids of the rows stand for. */
export function LineNotes({ matrix: { rules, columns, rows } }: { matrix: AttackMatrix }) {
  const ids = [...new Set(rows.flatMap(({ owasp, atlas }) => [...owasp, ...atlas]))].toSorted();
  const notes = columns.flatMap(({ arm, against }) => {
    const name = `${arm.campaignName} (${arm.armName})`;
    if (against.state === "first") return [];
    const changed = against.changed === null ? "" : ` Changed: ${against.changed}.`;
    const of = `${name} against ${against.arm.campaignName} (${against.arm.armName})`;
    if (against.state === "shut") return [`${of}: not compared. ${against.why}${changed}`];
    return changed === "" ? [] : [`${of}.${changed}`];
  });
  return (
    <Card title="How marks come about">
      <ul className="list-disc space-y-1 pl-5 text-[13px] text-ink-2">
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
      {ids.length === 0 ? null : (
        <>
          <h3 className="mt-4">Ids of OWASP LLM and MITRE ATLAS</h3>
          <ul className="mt-1 space-y-1 text-[13px] text-ink-2">
            {ids.map((id) => (
              <li key={id}>
                <Sentence
                  text={`${id} ${owaspName(id) ?? atlasName(id) ?? "(no name known here)"}`}
                />
              </li>
            ))}
          </ul>
        </>
      )}
      {notes.length === 0 ? null : (
        <>
          <h3 className="mt-4">Arms beside what they are held against</h3>
          <ul className="mt-1 list-disc space-y-1 pl-5 text-[13px] text-ink-2">
            {notes.map((note) => (
              <li key={note}>
                <Sentence text={note} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}
