import { comparisonSources } from "@/lib/answers/comparison-provenance";
import { namedComparison } from "@/lib/answers/named-comparison";
import { comparisonReportFile } from "@/lib/answers/report-document-comparison";
import { makingOf } from "@/lib/answers/report-provenance";
import { compareArms } from "@/lib/api/operations/project-operations";
import { comparisonAnswerSchema } from "@/lib/api/schemas/comparison-answer-schema";
import { downloadText } from "@/lib/http/attachment";
import { reply, serveProject } from "@/lib/http/serve";

export const runtime = "nodejs";
export const dynamic = "force-dynamic";

export const GET = serveProject(compareArms, async ({ db, project, query }) => {
  const { format, ...sides } = query;
  const report = await namedComparison(db, project, sides);
  if (format === "json")
    return reply(comparisonAnswerSchema, {
      ...report,
      made: makingOf(project),
      provenance: await comparisonSources(db, project, report.members),
    });
  const { text, ...download } = await comparisonReportFile(db, project, report, format);
  return downloadText(text, download);
});
