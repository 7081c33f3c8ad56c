import { pageOfAudit } from "@/lib/answers/audit-answer";
import { auditPageSchema, listProjectAudit } from "@/lib/api/operations/audit-operations";
import { reply, serveProject } from "@/lib/http/serve";

export const runtime = "nodejs";
export const dynamic = "force-dynamic";

export const GET = serveProject(listProjectAudit, async ({ db, scope, query }) =>
  reply(auditPageSchema, await pageOfAudit(db, scope, query)),
);
