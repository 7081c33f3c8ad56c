import type { NamedArms } from "../remote/answers";
import { comparisonText } from "./comparison-text";
import { type AskOptions, withAnswers } from "./with-answers";

type Options = AskOptions & NamedArms & { json: boolean };

/** Prints the comparison of two sides, or why there is none. Returns 0: it answers, it does not judge. */
export async function runCompare(options: Options): Promise<number> {
  const { baseline, candidate, json } = options;
  const report = await withAnswers(options, (answers) =>
    answers.comparison({ baseline, candidate }),
  );
  const text = json ? JSON.stringify(report) : comparisonText(report).join("\n");
  process.stdout.write(`${text}\n`);
  return 0;
}
