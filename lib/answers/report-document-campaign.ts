import type { OpenProject } from "@/db/queries/projects";
import type { TextFile } from "@/lib/domain/download-type";
import { campaignDocument } from "@/lib/reports/campaign-document";
import type { CampaignAnswer } from "./campaign-answer";
import { campaignCsv } from "./report-csv";
import { reportHtml } from "./report-html";
import { makingOf, provenanceOf } from "./report-provenance";

/** What the campaign's page says as a file of its own. */
export function campaignReportFile(
  project: OpenProject,
  { campaign, report, acts, sources, seal }: CampaignAnswer,
  format: "csv" | "html",
): TextFile {
  const made = makingOf(project);
  const provenance = provenanceOf(campaign, sources, seal);
  const name = `${campaign.slug}-report.${format}`;
  return format === "csv"
    ? { text: campaignCsv(report, made, provenance), type: "text/csv; charset=utf-8", name }
    : {
        text: reportHtml(campaignDocument(report, { made, provenance, acts })),
        type: "application/octet-stream",
        name,
      };
}
