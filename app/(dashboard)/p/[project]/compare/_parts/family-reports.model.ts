import { comparePath, comparisonReportPath, withQuery } from "@/lib/format/paths";
import { REPORT_FORMATS } from "@/lib/domain/report-format";
import type { ArmIdentity } from "@/lib/reports/arm-report";
import type { ComparisonReport } from "@/lib/reports/comparison-report";

/** A candidate of several, the page of its own comparison and its report in each of `REPORT_FORMATS`. */
export type FamilyReport = { candidate: ArmIdentity; page: string; files: string[] };

/** In the order of `reports`: the pooled candidate of the address, then each further one by itself. */
export function familyReports(
  project: string,
  named: { baseline: readonly string[]; candidate: readonly string[]; also: readonly string[] },
  reports: readonly Pick<ComparisonReport, "candidate">[],
): FamilyReport[] {
  const candidates = [named.candidate, ...named.also.map((one) => [one])];
  return reports.map((report, index) => {
    const pair = { baseline: named.baseline, candidate: candidates[index] ?? [] };
    return {
      candidate: report.candidate.arm,
      page: withQuery(comparePath(project), pair),
      files: REPORT_FORMATS.map((format) => comparisonReportPath(project, pair, format)),
    };
  });
}
