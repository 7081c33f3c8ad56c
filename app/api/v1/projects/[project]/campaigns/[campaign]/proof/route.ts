import { findCampaign } from "@/db/queries/campaigns";
import { readCampaignProof } from "@/lib/api/operations/integrity-operations";
import { downloadText } from "@/lib/http/attachment";
import { nothingThere, serveProject } from "@/lib/http/serve";
import { campaignProof, proven } from "@/lib/verification/make-proof";

export const runtime = "nodejs";
export const dynamic = "force-dynamic";

export const GET = serveProject(readCampaignProof, async ({ database, db, scope, params }) => {
  const campaign = await findCampaign(db, scope, params.campaign);
  if (campaign === null) throw nothingThere();
  const bundle = proven(await campaignProof(database, scope, campaign.id));
  const name = `${campaign.slug}-proof.json`;
  return downloadText(`${JSON.stringify(bundle, null, 1)}\n`, { type: "application/json", name });
});
