import { checkpointAnswer } from "@/lib/answers/seal-answer";
import { readCheckpoint } from "@/lib/api/operations/integrity-operations";
import { checkpointSchema } from "@/lib/api/schemas/campaign-report-schema";
import { nothingThere, reply, serve } from "@/lib/http/serve";

export const runtime = "nodejs";
export const dynamic = "force-dynamic";

export const GET = serve(readCheckpoint, async ({ db }) => {
  const checkpoint = await checkpointAnswer(db);
  if (checkpoint === null) throw nothingThere();
  return reply(checkpointSchema, checkpoint);
});
