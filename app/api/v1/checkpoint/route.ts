import { checkpointAnswer } from "@/lib/answers/seal-answer";
import { readCheckpoint } from "@/lib/api/operations/integrity-operations";
import { checkpointSchema } from "@/lib/api/schemas/campaign-report-schema";
import { AppError } from "@/lib/errors";
import { nothingThere, reply, serve } from "@/lib/http/serve";
import { signingFault } from "@/lib/ingest/log-continues";

export const runtime = "nodejs";
export const dynamic = "force-dynamic";

export const GET = serve(readCheckpoint, async ({ database, db }) => {
  // A job that keeps it elsewhere would otherwise keep an old one and never notice.
  const fault = await signingFault(database.sql);
  if (fault !== null) throw new AppError("conflict", fault);
  const checkpoint = await checkpointAnswer(db);
  if (checkpoint === null) throw nothingThere();
  return reply(checkpointSchema, checkpoint);
});
