import { auditLines } from "@/lib/answers/audit-answer";
import { exportProjectAudit } from "@/lib/api/operations/audit-operations";
import { serveProject } from "@/lib/http/serve";
import { streamed } from "@/lib/http/streamed";

export const runtime = "nodejs";
export const dynamic = "force-dynamic";

export const GET = serveProject(exportProjectAudit, async ({ db, project, scope, query }) => {
  const { format, ...filter } = query;
  const type = format === "csv" ? "text/csv; charset=utf-8" : "application/x-ndjson";
  const name = `${project.slug}-audit.${format}`;
  return streamed(auditLines(db, scope, filter, format), { type, name });
});
