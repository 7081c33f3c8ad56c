import type { Db } from "@/db/client";
import { findCampaign } from "@/db/queries/campaigns";
import type { OpenProject } from "@/db/queries/projects";
import { listSourceFiles } from "@/db/queries/source-files";
import type { TextFile } from "@/lib/domain/download-type";
import { comparisonDocument } from "@/lib/reports/comparison-document";
import type { ComparisonReport } from "@/lib/reports/comparison-report";
import type { ReportSaving } from "@/lib/reports/report-document";
import { comparisonCsv } from "./report-csv";
import { reportHtml } from "./report-html";
import { makingOf, provenanceOf } from "./report-provenance";
import { sealAnswer } from "./seal-answer";

/**
 * A comparison as a file of its own, with the sources of every campaign in it. Of a saved one, `saved` says
 * what it read: a campaign that is gone or another since then has no sources of today.
 */
export async function comparisonReportFile(
  db: Db,
  project: OpenProject,
  report: ComparisonReport,
  format: "csv" | "html",
  saved?: ReportSaving,
): Promise<TextFile> {
  const made = makingOf(project);
  const scope = project.scope;
  const { baseline, candidate } = report.members;
  const changed = saved?.inputs.flatMap((input) => (input.changed === null ? [] : [input.slug]));
  const slugs = new Set([...baseline, ...candidate].map(({ campaignSlug }) => campaignSlug));
  const same = [...slugs].filter((slug) => !changed?.includes(slug));
  const campaigns = await Promise.all(same.map((slug) => findCampaign(db, scope, slug)));
  const there = campaigns.filter((campaign) => campaign !== null);
  const provenance = await Promise.all(
    there.map(async (campaign) =>
      provenanceOf(
        campaign,
        await listSourceFiles(db, scope, campaign.id),
        await sealAnswer(db, scope, campaign.id),
      ),
    ),
  );
  const name = `${saved === undefined ? "" : "saved-"}comparison.${format}`;
  if (format === "csv") {
    const text = comparisonCsv(report, made, provenance, saved);
    return { text, type: "text/csv; charset=utf-8", name };
  }
  const scoringVersion = saved?.inputs[0]?.scoringVersion ?? there[0]?.scoringVersion ?? 0;
  const document = comparisonDocument(report, { made, provenance, scoringVersion, saved });
  return { text: reportHtml(document), type: "application/octet-stream", name };
}
