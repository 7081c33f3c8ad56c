import { findCampaign } from "@/db/queries/campaigns";
import { proveExport } from "@/lib/api/operations/campaign-operations";
import { nothingThere, serveProject } from "@/lib/http/serve";
import { streamed } from "@/lib/http/streamed";
import { exportProof } from "@/lib/verification/make-export-proof";

export const runtime = "nodejs";
export const dynamic = "force-dynamic";

export const GET = serveProject(proveExport, async ({ database, db, scope, params }) => {
  const campaign = await findCampaign(db, scope, params.campaign);
  if (campaign === null) throw nothingThere();
  return streamed(await exportProof(database, scope, campaign), {
    type: "application/x-ndjson",
    name: `${campaign.slug}.jsonl.proof`,
  });
});
