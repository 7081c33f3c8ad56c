import { auditLines } from "@/lib/answers/audit-answer";
import { exportAudit } from "@/lib/api/operations/audit-operations";
import { serve } from "@/lib/http/serve";
import { streamed } from "@/lib/http/streamed";

export const runtime = "nodejs";
export const dynamic = "force-dynamic";

export const GET = serve(exportAudit, async ({ db, query }) => {
  const { format, ...filter } = query;
  const type = format === "csv" ? "text/csv; charset=utf-8" : "application/x-ndjson";
  return streamed(auditLines(db, "instance", filter, format), { type, name: `audit.${format}` });
});
