import { Sentence } from "@/components/ui/sentence";
import type { ComparisonReport } from "@/lib/reports/comparison-report";

/** The answer of an open comparison. A refused one is told once, by the gate right below. */
export function AnswerSentence({ report }: { report: ComparisonReport }) {
  return report.comparison.state === "comparable" ? (
    <Sentence text={report.answer} />
  ) : (
    "First whether they may be compared at all: here they may not, and no difference is computed."
  );
}
