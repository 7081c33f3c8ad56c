import type { Db } from "@/db/client";
import type { OpenProject } from "@/db/queries/projects";
import { AppError } from "@/lib/errors";
import type { ComparisonReport } from "@/lib/reports/comparison-report";
import { comparedSides } from "./compared-sides";
import { armChoices, comparisonAnswer } from "./comparison-answer";

/**
 * The report of two sides by the references of their arms, each `campaign-slug/arm-key`.
 *
 * @throws AppError not_found: an arm is not there, named; invalid_input: an arm is named on both sides,
 *   or a side names none
 */
export async function namedComparison(
  db: Db,
  project: OpenProject,
  named: { baseline: string[]; candidate: string[] },
): Promise<ComparisonReport> {
  const choices = await armChoices(db, project);
  const references = new Set(choices.map(({ reference }) => reference));
  const query = { baseline: unique(named.baseline), candidate: unique(named.candidate) };
  const unknown = [...query.baseline, ...query.candidate].find((name) => !references.has(name));
  if (unknown !== undefined)
    throw new AppError("not_found", `There is no arm "${unknown.slice(0, 200)}" in this project.`);
  const sides = comparedSides(query, choices);
  if (sides.state === "on_both_sides")
    throw new AppError("invalid_input", "An arm is named as `baseline` and as `candidate`.");
  if (sides.state === "incomplete")
    throw new AppError(
      "invalid_input",
      "A comparison needs an arm as `baseline` and one as `candidate`.",
    );
  const report = await comparisonAnswer(db, project, sides);
  if (report === null) throw new AppError("not_found", "An arm was deleted while it was read.");
  return report;
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)];
}
