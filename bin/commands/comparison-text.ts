import { comparisonRows } from "@/lib/reports/comparison-rows";
import type { ComparisonReport } from "@/lib/reports/comparison-report";
import { printable } from "./import-progress";

/** A comparison in lines for a terminal: the answer, why, what to do, and the figures. */
export function comparisonText(report: ComparisonReport): string[] {
  const lines = [
    report.answer,
    ...(report.headline === report.answer ? [] : [report.headline]),
    report.explanation,
    ...report.refusals.map(({ code, sentence }) => `  ${code}: ${sentence}`),
    ...report.advice.map((step, index) => `  ${index + 1}. ${step}`),
    "",
    `baseline   ${report.baseline.arm.armName}`,
    `candidate  ${report.candidate.arm.armName}`,
    ...comparisonRows(report).flatMap(({ label, baseline, candidate, difference }) => [
      label,
      `  baseline   ${baseline}`,
      `  candidate  ${candidate}`,
      ...(difference === null ? [] : [`  difference ${difference}`]),
    ]),
    "",
    report.changesSentence,
  ];
  return lines.map(printable);
}
