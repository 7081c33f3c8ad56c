import { findCampaign } from "@/db/queries/campaigns";
import { campaignJson } from "@/lib/answers/campaign-json";
import {
  campaignDeletedSchema,
  deleteCampaign,
  readCampaign,
} from "@/lib/api/operations/campaign-operations";
import { campaignSchema } from "@/lib/api/schemas/campaign-schema";
import { nothingThere, reply, serveProject } from "@/lib/http/serve";
import { deleteCampaign as bury } from "@/lib/ingest/delete-campaign";

export const runtime = "nodejs";
export const dynamic = "force-dynamic";

export const GET = serveProject(readCampaign, async ({ db, scope, params }) => {
  const campaign = await findCampaign(db, scope, params.campaign);
  if (campaign === null) throw nothingThere();
  return reply(campaignSchema, campaignJson(campaign));
});

export const DELETE = serveProject(deleteCampaign, async (call) => {
  const { database, db, scope, by, params, query } = call;
  const campaign = await findCampaign(db, scope, params.campaign);
  if (campaign === null) throw nothingThere();
  const deletion = { ...scope, by, campaignId: campaign.id, explanation: query.reason };
  return reply(campaignDeletedSchema, await bury(database, deletion));
});
