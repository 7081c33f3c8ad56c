import type { ImportRow } from "@/db/queries/imports";
import { StateChip } from "@/components/import/state-chip";
import { Card } from "@/components/ui/card";
import { DataName } from "@/components/ui/data-text";
import { ScrollBox } from "@/components/ui/scroll-box";
import { TextLink } from "@/components/ui/text-link";
import { integer } from "@/lib/format/numbers";
import { importPath } from "@/lib/format/paths";
import { instant } from "@/lib/format/time";

/** States in which a format that is not known never will be. */
const ENDED: ReadonlySet<ImportRow["state"]> = new Set(["done", "failed", "duplicate"]);

/** Every try to bring a source in, newest first, also those that failed. */
export function ImportHistory({
  project,
  imports,
}: {
  project: string;
  imports: readonly ImportRow[];
}) {
  return (
    <Card title="History" note={imports.length >= 200 ? "the last 200" : undefined}>
      {imports.length === 0 ? (
        <p className="text-ink-2">Nothing was imported yet.</p>
      ) : (
        <ScrollBox label="Imports">
          <table className="table-plain">
            <caption className="sr-only">Imports, newest first</caption>
            <thead>
              <tr>
                <th scope="col">Source</th>
                <th scope="col">State</th>
                <th scope="col">When</th>
                <th scope="col">Format</th>
                <th scope="col" className="num">
                  Episodes
                </th>
                <th scope="col" className="num">
                  Refused
                </th>
                <th scope="col" className="num">
                  Recoded
                </th>
                <th scope="col" className="num">
                  Warnings
                </th>
              </tr>
            </thead>
            <tbody>
              {imports.map((row) => (
                <tr key={row.id}>
                  <td>
                    <TextLink href={importPath(project, row.id)}>
                      <DataName text={row.sourceName} />
                    </TextLink>
                  </td>
                  <td>
                    <StateChip state={row.state} />
                    {row.queuePlace === null ? null : (
                      <span className="ml-1.5 text-xs text-ink-3">place {row.queuePlace}</span>
                    )}
                  </td>
                  <td className="whitespace-nowrap text-ink-2">{instant(row.createdAt)}</td>
                  <td>
                    {row.format ?? (ENDED.has(row.state) ? "not recognised" : "not read yet")}
                  </td>
                  <td className="num">{integer(row.episodes)}</td>
                  <td className="num">{integer(row.refused)}</td>
                  <td className="num">{integer(row.recoded)}</td>
                  <td className="num">{integer(row.warnings)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollBox>
      )}
    </Card>
  );
}
