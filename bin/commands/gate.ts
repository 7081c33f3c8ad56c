import { releaseAnswer, type ReleaseAnswer } from "@/lib/reports/release-answer";
import type { NamedArms } from "../remote/answers";
import { comparisonMarkdown } from "./comparison-markdown";
import { printable } from "./import-progress";
import { type AskOptions, withAnswers } from "./with-answers";

type Options = AskOptions & NamedArms & { json: boolean; markdown: boolean };

/** Exit codes of `gate` (product.md 6); 3, an error, is what an exception becomes. */
const EXITS = {
  within_policy: 0,
  worse: 1,
  not_comparable: 2,
} as const satisfies Record<ReleaseAnswer["code"], number>;

/**
 * Answers whether the candidate may take the baseline's place, by its exit code and in words, as JSON or
 * as Markdown for a pull request.
 */
export async function runGate(options: Options): Promise<number> {
  const { baseline, candidate, json, markdown } = options;
  const report = await withAnswers(options, (answers) =>
    answers.comparison({ baseline, candidate }),
  );
  const answer = releaseAnswer(report);
  if (json) process.stdout.write(`${JSON.stringify({ gate: answer, comparison: report })}\n`);
  else if (markdown) process.stdout.write(comparisonMarkdown(report, answer));
  else {
    const lines = [
      `${answer.code}: ${answer.sentence}`,
      ...report.advice.map((step) => `  ${step}`),
    ];
    process.stdout.write(`${lines.map(printable).join("\n")}\n`);
  }
  return EXITS[answer.code];
}
