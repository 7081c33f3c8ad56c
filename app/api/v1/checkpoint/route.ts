import { readCheckpoint } from "@/lib/api/operations/integrity-operations";
import { checkpointSchema } from "@/lib/api/schemas/campaign-report-schema";
import { nothingThere, reply, serve } from "@/lib/http/serve";
import { latestCheckpoint } from "@/lib/verification/make-proof";

export const runtime = "nodejs";
export const dynamic = "force-dynamic";

export const GET = serve(readCheckpoint, async ({ database }) => {
  const checkpoint = await latestCheckpoint(database.sql);
  if (checkpoint === null) throw nothingThere();
  return reply(checkpointSchema, checkpoint);
});
