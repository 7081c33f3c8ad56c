import { namedComparison } from "@/lib/answers/named-comparison";
import { comparisonReportFile } from "@/lib/answers/report-document-comparison";
import { compareArms } from "@/lib/api/operations/project-operations";
import { comparisonSchema } from "@/lib/api/schemas/comparison-schema";
import { downloadText } from "@/lib/http/attachment";
import { reply, serveProject } from "@/lib/http/serve";

export const runtime = "nodejs";
export const dynamic = "force-dynamic";

export const GET = serveProject(compareArms, async ({ db, project, query }) => {
  const { format, ...sides } = query;
  const report = await namedComparison(db, project, sides);
  if (format === "json") return reply(comparisonSchema, report);
  const { text, ...download } = await comparisonReportFile(db, project, report, format);
  return downloadText(text, download);
});
