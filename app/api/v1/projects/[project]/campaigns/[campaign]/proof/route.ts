import { findCampaign } from "@/db/queries/campaigns";
import { readCampaignProof } from "@/lib/api/operations/integrity-operations";
import { downloadText } from "@/lib/http/attachment";
import { nothingThere, serveProject } from "@/lib/http/serve";
import { campaignProof } from "@/lib/verification/make-proof";

export const runtime = "nodejs";
export const dynamic = "force-dynamic";

export const GET = serveProject(readCampaignProof, async ({ database, db, scope, params }) => {
  const campaign = await findCampaign(db, scope, params.campaign);
  const bundle = campaign === null ? null : await campaignProof(database.sql, scope, campaign.id);
  if (campaign === null || bundle === null) throw nothingThere();
  const name = `${campaign.slug}-proof.json`;
  return downloadText(`${JSON.stringify(bundle, null, 1)}\n`, { type: "application/json", name });
});
