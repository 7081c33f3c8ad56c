import type { Db } from "@/db/client";
import type { OpenProject } from "@/db/queries/projects";
import type { TextFile } from "@/lib/domain/download-type";
import { comparisonDocument } from "@/lib/reports/comparison-document";
import type { ComparisonReport } from "@/lib/reports/comparison-report";
import type { ReportSaving } from "@/lib/reports/report-document";
import { comparisonSources } from "./comparison-provenance";
import { comparisonCsv } from "./report-csv";
import { reportHtml } from "./report-html";
import { makingOf } from "./report-provenance";

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
  const changed = saved?.inputs.flatMap((input) => (input.changed === null ? [] : [input.slug]));
  const sources = await comparisonSources(db, project, report.members, changed);
  const name = `${saved === undefined ? "" : "saved-"}comparison.${format}`;
  if (format === "csv") {
    const text = comparisonCsv(report, made, sources, saved);
    return { text, type: "text/csv; charset=utf-8", name };
  }
  const scoringVersion = saved?.inputs[0]?.scoringVersion ?? sources[0]?.scoringVersion ?? 0;
  const document = comparisonDocument(report, { made, provenance: sources, scoringVersion, saved });
  return { text: reportHtml(document), type: "application/octet-stream", name };
}
