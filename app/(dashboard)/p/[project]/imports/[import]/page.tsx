import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { RefreshWhileRunning } from "@/components/import/refresh-while-running";
import { LinkButton } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { DataName } from "@/components/ui/data-text";
import { PageHeader } from "@/components/ui/page-header";
import { Sentence } from "@/components/ui/sentence";
import { TextLink } from "@/components/ui/text-link";
import { database } from "@/db";
import type { Scope } from "@/db/client";
import { campaignsInTheWay } from "@/db/queries/campaigns-in-the-way";
import { findImport, type ImportDetail } from "@/db/queries/imports";
import { projectFor } from "@/lib/auth/project-access";
import { importPreviewSchema, type ImportPreview } from "@/lib/domain/import-preview";
import { importCounts } from "@/lib/format/import-counts";
import { plural } from "@/lib/format/numbers";
import { campaignPath, encodePart, importsPath } from "@/lib/format/paths";
import { partOf } from "../../_data/address-part";
import { ImportFacts } from "../_parts/import-facts";
import { ImportIssues } from "../_parts/import-issues";
import { BeingLookedAt, ImportReview, SeenOtherwise } from "../_parts/import-review";
import { ImportUnderWay } from "../_parts/import-under-way";

export const dynamic = "force-dynamic";
export const metadata: Metadata = { title: "Import" };

type Props = { params: Promise<{ project: string; import: string }> };

export default async function ImportPage({ params }: Props) {
  const { project: projectSlug, import: id } = await params;
  const { project, can } = await projectFor(projectSlug, "read");
  const scope = project.scope;
  const row = (await findImport(database().db, scope, partOf(id))) ?? notFound();
  const preview = row.state === "review" ? previewOf(row) : null;
  const isUnderWay = row.state === "uploaded" || row.state === "running";
  const isLookedAt = row.state === "review" && row.preview === null;
  const isStale = row.state === "review" && row.preview !== null && preview === null;
  const hasIssues = row.state === "done" || row.issueGroups.length > 0;
  const api = `/api/v1/projects/${encodePart(project.slug)}/imports/${encodePart(row.id)}`;
  // Where the buttons send to; none for a reader who may only look.
  const address = can("ingest") ? api : null;
  return (
    <>
      {isUnderWay || isLookedAt ? <RefreshWhileRunning /> : null}
      <PageHeader
        crumb="Imports"
        title={<DataName text={row.sourceName} />}
        sentence={sentenceOf(row, preview)}
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
      {isLookedAt ? <BeingLookedAt row={row} address={address} /> : null}
      {isStale ? <SeenOtherwise row={row} address={address} /> : null}
      {preview === null ? null : (
        <ImportReview
          row={row}
          preview={preview}
          project={project.slug}
          address={address}
          inTheWay={await inTheWayOf(scope, preview)}
        />
      )}
      {isUnderWay ? <ImportUnderWay row={row} address={address} /> : null}
      {row.state === "failed" ? <WhyFailed project={project.slug} reason={row.error} /> : null}
      {row.state === "review" ? null : <ImportFacts row={row} />}
      {hasIssues ? <ImportIssues row={row} address={api} /> : null}
    </>
  );
}

function WhyFailed({ project, reason }: { project: string; reason: string | null }) {
  return (
    <Card title="Why it was not imported" edge="bad">
      <p className="max-w-[820px]">
        <Sentence text={reason ?? "The import ended without saying why; the server's log may."} />
      </p>
      <p className="mt-2">
        <TextLink href={importsPath(project)}>Import other files</TextLink>, or the same ones when
        they are mended.
      </p>
    </Card>
  );
}

/** What was seen of an upload; null when nothing was so far, or an older version kept it in another form. */
function previewOf({ preview }: ImportDetail): ImportPreview | null {
  const read = importPreviewSchema.safeParse(preview);
  return read.success ? read.data : null;
}

async function inTheWayOf(scope: Scope, { fingerprint, campaign }: ImportPreview) {
  if (fingerprint === null || campaign === null) return [];
  return campaignsInTheWay(database().db, scope, { fingerprint, key: campaign.key });
}

function sentenceOf(row: ImportDetail, preview: ImportPreview | null): string {
  switch (row.state) {
    case "review":
      return preview === null || preview.refusal === null
        ? "Received, and not imported yet: look at what it would come to, then import it."
        : "Received, but nothing of it can be imported as it is.";
    case "uploaded":
      return "Received, waiting for its turn.";
    case "running":
      return "Being read. This page renews itself.";
    case "duplicate":
      return `Already imported${row.campaign === null ? "" : ` as ${row.campaign.name}`}: nothing was doubled.`;
    case "cancelled":
      return "Cancelled before it was complete; nothing of it was kept.";
    case "failed":
      return "Not imported: what was wrong, and what to do, stands below.";
    case "done":
      return `${plural(row.episodes, "episode")} imported; ${importCounts(row)}.${row.campaign === null ? " A later import took the place of its campaign." : ""}`;
  }
}
