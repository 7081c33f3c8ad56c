import { comparisonRows } from "@/lib/reports/comparison-rows";
import type { ComparisonReport } from "@/lib/reports/comparison-report";
import type { ReleaseAnswer } from "@/lib/reports/release-answer";
import { inertName, inertText } from "./inert-markdown";

const TITLES = {
  within_policy: "Aftermath: nothing was shown to be worse",
  worse: "Aftermath: worse",
  not_comparable: "Aftermath: cannot tell",
} as const satisfies Record<ReleaseAnswer["code"], string>;

/**
 * A comparison for a pull request. A refused one has the reasons with their figures and what to do, and
 * each arm alone; it has no column of differences, because there are none.
 */
export function comparisonMarkdown(report: ComparisonReport, answer: ReleaseAnswer): string {
  const open = report.comparison.state === "comparable";
  const names = {
    baseline: inertName(report.baseline.arm.armName),
    candidate: inertName(report.candidate.arm.armName),
  };
  const head = ["Figure", `Baseline ${names.baseline}`, `Candidate ${names.candidate}`];
  const rows = comparisonRows(report).map((row) => {
    const cells = [row.label, row.baseline, row.candidate].map(inertText);
    return open ? [...cells, row.difference === null ? "" : inertText(row.difference)] : cells;
  });
  const columns = open ? [...head, "Difference"] : head;
  return [
    `### ${TITLES[answer.code]}`,
    "",
    inertText(answer.sentence),
    ...(answer.sentence === report.answer ? [] : ["", inertText(report.answer)]),
    ...refusalLines(report),
    "",
    ...table(columns, rows),
    "",
    inertText(report.changesSentence),
    "",
    policyLine(report),
    "",
  ].join("\n");
}

function refusalLines({ refusals, advice }: ComparisonReport): string[] {
  if (refusals.length === 0) return [];
  return [
    "",
    ...refusals.map(({ code, sentence, figures }) => {
      const found = Object.entries(figures).map(([name, value]) => `${name} ${value}`);
      const behind = found.length === 0 ? "" : ` (${found.join(", ")})`;
      return `- **${inertText(code)}** ${inertText(sentence + behind)}`;
    }),
    ...(advice.length === 0 ? [] : ["", "What to do:", ""]),
    ...advice.map((step) => `1. ${inertText(step)}`),
  ];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)];
}

function policyLine({ policy, pairing }: ComparisonReport): string {
  return inertText(
    `${pairing.commonCases} common cases. Policy version ${policy.version}: margin ${policy.margin}, alpha ${policy.alpha}, at most ${policy.maxAbortRate} aborted, intervals at ${policy.confidence}.`,
  );
}
