import { savedAnswer, savingOf } from "@/lib/answers/comparison-saved";
import { comparisonReportFile } from "@/lib/answers/report-document-comparison";
import { readSavedComparison } from "@/lib/api/operations/project-operations";
import { savedComparisonSchema } from "@/lib/api/schemas/saved-comparison-schema";
import { AppError } from "@/lib/errors";
import { downloadText } from "@/lib/http/attachment";
import { nothingThere, reply, serveProject } from "@/lib/http/serve";

export const runtime = "nodejs";
export const dynamic = "force-dynamic";

export const GET = serveProject(readSavedComparison, async ({ db, project, params, query }) => {
  const saved = await savedAnswer(db, project, params.comparison);
  if (saved === null) throw nothingThere();
  const { report } = saved;
  if (report === null)
    throw new AppError(
      "conflict",
      "Another version of Aftermath stored this report in a form that this one does not know.",
    );
  const saving = savingOf(saved);
  if (query.format === "json") return reply(savedComparisonSchema, { ...saving, report });
  const file = await comparisonReportFile(db, project, report, query.format, saving);
  return downloadText(file.text, file);
});
