import type { ImportDetail } from "@/db/queries/imports";
import { Card } from "@/components/ui/card";
import { Chip, type Tone } from "@/components/ui/chip";
import { DataText } from "@/components/ui/data-text";
import { ScrollBox } from "@/components/ui/scroll-box";
import { PlainLink } from "@/components/ui/text-link";
import { integer } from "@/lib/format/numbers";
import { placeWords } from "@/lib/format/place-words";
import type { Issue } from "@/lib/importers/importer";

const TONES: Record<Issue["severity"], Tone> = {
  refused: "bad",
  recoded: "warn",
  warning: "quiet",
};

/** What the source's records were not taken as they stood for: by kind, then one by one with places. */
export function ImportIssues({ row, address }: { row: ImportDetail; address: string }) {
  if (row.issueGroups.length === 0 && row.issues.length === 0) {
    return (
      <Card title="Issues">
        <p className="text-ink-2">None: every record was taken as it stood.</p>
      </Card>
    );
  }
  const all = row.refused + row.recoded + row.warnings;
  // Each issue has its place until the content of its campaign is dropped; the kinds are counts and stay.
  const isDropped = row.issues.length === 0;
  return (
    <>
      <Card
        title="Issues by kind"
        note={isDropped ? "their places were dropped with the content of the campaign" : undefined}
      >
        <ul className="grid gap-1.5">
          {row.issueGroups.map((group) => (
            <li
              key={`${group.severity}.${group.code}`}
              className="flex flex-wrap items-baseline gap-2"
            >
              <Chip tone={TONES[group.severity]}>{group.severity}</Chip>
              <b className="font-semibold">{integer(group.count)}</b>
              <span className="text-ink-2">
                <DataText text={group.message} />
              </span>
            </li>
          ))}
        </ul>
      </Card>
      {isDropped ? null : (
        <Card
          title="Each with its place"
          note={
            <>
              the first {integer(row.issues.length)} of {integer(all)}; download{" "}
              <PlainLink href={`${address}/issues?format=csv`} download>
                CSV
              </PlainLink>{" "}
              <PlainLink href={`${address}/issues?format=jsonl`} download>
                JSON lines
              </PlainLink>
            </>
          }
        >
          <ScrollBox label="Issues with their places">
            <table className="table-plain">
              <caption className="sr-only">Issues with file, line and path</caption>
              <thead>
                <tr>
                  <th scope="col">Kind</th>
                  <th scope="col">Place</th>
                  <th scope="col">What</th>
                </tr>
              </thead>
              <tbody>
                {row.issues.map((issue, index) => (
                  <tr key={index}>
                    <td>
                      <Chip tone={TONES[issue.severity]}>{issue.severity}</Chip>
                    </td>
                    <td className="max-w-[320px]">
                      <DataText text={placeWords(issue.place)} mono />
                    </td>
                    <td className="min-w-[240px]">
                      <DataText text={issue.message} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </ScrollBox>
        </Card>
      )}
    </>
  );
}
