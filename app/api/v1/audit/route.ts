import { pageOfAudit } from "@/lib/answers/audit-answer";
import { auditPageSchema, listAudit } from "@/lib/api/operations/audit-operations";
import { reply, serve } from "@/lib/http/serve";

export const runtime = "nodejs";
export const dynamic = "force-dynamic";

export const GET = serve(listAudit, async ({ db, query }) =>
  reply(auditPageSchema, await pageOfAudit(db, "instance", query)),
);
