import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { RefreshWhileRunning } from "@/components/import/refresh-while-running";
import { StateChip } from "@/components/import/state-chip";
import { LinkButton } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { DataName } from "@/components/ui/data-text";
import { Fact, Facts } from "@/components/ui/facts";
import { PageHeader } from "@/components/ui/page-header";
import { database } from "@/db";
import { findImport, type ImportDetail } from "@/db/queries/imports";
import { scopeOf } from "@/lib/answers/scope-of";
import { bytes } from "@/lib/format/bytes";
import { integer, percent, plural } from "@/lib/format/numbers";
import { campaignPath, importsPath } from "@/lib/format/paths";
import { instant } from "@/lib/format/time";
import { partOf, projectOf } from "../../_data/project";
import { ImportIssues } from "../_parts/import-issues";

export const dynamic = "force-dynamic";
export const metadata: Metadata = { title: "Import" };

type Props = { params: Promise<{ project: string; import: string }> };

export default async function ImportPage({ params }: Props) {
  const { project: projectSlug, import: id } = await params;
  const project = await projectOf(projectSlug);
  const row = (await findImport(database().db, scopeOf(project), partOf(id))) ?? notFound();
  const running = row.state === "uploaded" || row.state === "running";
  return (
    <>
      {running ? <RefreshWhileRunning /> : null}
      <PageHeader
        crumb="Imports"
        title={<DataName text={row.sourceName} />}
        sentence={sentenceOf(row)}
        actions={
          <>
            {row.campaign === null ? null : (
              <LinkButton look="primary" href={campaignPath(project.slug, row.campaign.slug)}>
                Open the campaign
              </LinkButton>
            )}
            <LinkButton href={importsPath(project.slug)}>All imports</LinkButton>
          </>
        }
      />
      <Card title="What was read">
        {running ? (
          <output className="mb-3 block">
            <label>
              Reading: {bytes(row.bytesRead)} of {bytes(row.bytesTotal)}{" "}
              <progress
                max={Math.max(1, row.bytesTotal)}
                value={row.bytesRead}
                className="ml-2 align-middle"
              />{" "}
              {row.bytesTotal === 0 ? "" : percent(row.bytesRead / row.bytesTotal, 0)}
            </label>
          </output>
        ) : null}
        <Facts>
          <Fact name="State">
            <StateChip state={row.state} />
          </Fact>
          <Fact name="Format">
            {row.format === null
              ? "not recognised"
              : `${row.format}, importer ${row.importerVersion ?? "unknown"}`}
          </Fact>
          {Object.entries(row.options).map(([name, value]) => (
            <Fact key={name} name={<DataName text={name} />}>
              <DataName text={value} />
            </Fact>
          ))}
          <Fact name="Files">{row.files === null ? "not counted yet" : integer(row.files)}</Fact>
          <Fact name="Size">{row.bytes === null ? "not measured yet" : bytes(row.bytes)}</Fact>
          <Fact name="Records">{integer(row.records)}</Fact>
          <Fact name="Episodes">{integer(row.episodes)}</Fact>
          <Fact name="Received">{instant(row.createdAt)}</Fact>
          <Fact name="Finished">
            {row.finishedAt === null ? "not yet" : instant(row.finishedAt)}
          </Fact>
          <Fact name="SHA-256 of the source">
            <span className="font-mono text-[12px] break-all">
              {row.fingerprint ?? "not read yet"}
            </span>
          </Fact>
        </Facts>
      </Card>
      <ImportIssues row={row} />
    </>
  );
}

function sentenceOf(row: ImportDetail): string {
  switch (row.state) {
    case "review":
      return "Received, and not imported yet: look at what it would come to, then import it.";
    case "uploaded":
      return "Received, waiting for its turn.";
    case "running":
      return "Being read. This page renews itself.";
    case "duplicate":
      return `Already imported${row.campaign === null ? "" : ` as ${row.campaign.name}`}: nothing was doubled.`;
    case "cancelled":
      return "Cancelled before it was complete; nothing of it was kept.";
    case "failed":
      return row.error ?? "Not imported.";
    case "done":
      return `${plural(row.episodes, "episode")} imported; ${integer(row.refused)} refused, ${integer(row.recoded)} recoded, ${plural(row.warnings, "warning")}.${row.campaign === null ? " A later import took the place of its campaign." : ""}`;
  }
}
