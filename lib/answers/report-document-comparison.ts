import type { Db } from "@/db/client";
import { findCampaign } from "@/db/queries/campaigns";
import type { OpenProject } from "@/db/queries/projects";
import { listSourceFiles } from "@/db/queries/source-files";
import { comparisonDocument } from "@/lib/reports/comparison-document";
import type { ComparisonReport } from "@/lib/reports/comparison-report";
import { comparisonCsv } from "./report-csv";
import { reportHtml } from "./report-html";
import { makingOf, provenanceOf } from "./report-provenance";

/** A comparison as a file of its own, with the sources of every campaign in it. */
export async function comparisonReportFile(
  db: Db,
  project: OpenProject,
  report: ComparisonReport,
  format: "csv" | "html",
): Promise<{ text: string; type: string; name: string }> {
  const made = makingOf(project);
  const scope = project.scope;
  const { baseline, candidate } = report.members;
  const slugs = [...new Set([...baseline, ...candidate].map(({ campaignSlug }) => campaignSlug))];
  const campaigns = await Promise.all(slugs.map((slug) => findCampaign(db, scope, slug)));
  const there = campaigns.filter((campaign) => campaign !== null);
  const provenance = await Promise.all(
    there.map(async (campaign) =>
      provenanceOf(campaign, await listSourceFiles(db, scope, campaign.id)),
    ),
  );
  const name = `comparison.${format}`;
  if (format === "csv") {
    const text = comparisonCsv(report, made, provenance);
    return { text, type: "text/csv; charset=utf-8", name };
  }
  const scoringVersion = there[0]?.scoringVersion ?? 0;
  const document = comparisonDocument(report, { made, provenance, scoringVersion });
  return { text: reportHtml(document), type: "text/html; charset=utf-8", name };
}
