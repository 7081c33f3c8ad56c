import { StateChip } from "@/components/import/state-chip";
import { Card } from "@/components/ui/card";
import { DataName } from "@/components/ui/data-text";
import { Fact, Facts } from "@/components/ui/facts";
import type { ImportDetail } from "@/db/queries/imports";
import { bytes } from "@/lib/format/bytes";
import { integer } from "@/lib/format/numbers";
import { instant } from "@/lib/format/time";
import { keepsLines } from "@/lib/importers/registry";
import { sourceWords } from "@/lib/answers/source-words";

/** What an import read and how. */
export function ImportFacts({ row }: { row: ImportDetail }) {
  const isOver = row.finishedAt !== null;
  return (
    <Card title="What was read">
      <Facts>
        <Fact name="State">
          <StateChip state={row.state} />
        </Fact>
        <Fact name="Format">
          {row.format === null
            ? isOver
              ? "not recognised"
              : "not read yet"
            : `${row.format}, importer ${row.importerVersion ?? "unknown"}`}
        </Fact>
        {Object.entries(row.options).map(([name, value]) => (
          <Fact key={name} name={<DataName text={name} />}>
            <DataName text={value} />
          </Fact>
        ))}
        <Fact name="Manifest">{row.manifest === null ? "none given" : "given"}</Fact>
        <Fact name="Source bytes">
          {sourceWords({ ...row, keepsLines: keepsLines(row.format) })}
        </Fact>
        <Fact name="Files">{row.files === null ? "not counted yet" : integer(row.files)}</Fact>
        <Fact name="Size">{row.bytes === null ? "not measured yet" : bytes(row.bytes)}</Fact>
        <Fact name="Records">{integer(row.records)}</Fact>
        <Fact name="Episodes">{integer(row.episodes)}</Fact>
        <Fact name="Received">{instant(row.createdAt)}</Fact>
        <Fact name="Finished">{row.finishedAt === null ? "not yet" : instant(row.finishedAt)}</Fact>
        <Fact name="SHA-256 of the source">
          <span className="font-mono text-[12px] break-all">
            {row.fingerprint ?? "not read yet"}
          </span>
        </Fact>
      </Facts>
    </Card>
  );
}
