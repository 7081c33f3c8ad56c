import { findCampaign } from "@/db/queries/campaigns";
import { contentDroppedSchema, dropContent } from "@/lib/api/operations/keeping-operations";
import { nothingThere, reply, serveProject } from "@/lib/http/serve";
import { dropContent as drop } from "@/lib/retention/drop-content";

export const runtime = "nodejs";
export const dynamic = "force-dynamic";

export const DELETE = serveProject(dropContent, async (call) => {
  const { database, db, scope, by, params, query } = call;
  const campaign = await findCampaign(db, scope, params.campaign);
  if (campaign === null) throw nothingThere();
  const { reason } = query;
  const dropped = await drop(database, { ...scope, campaignId: campaign.id, by, reason });
  return reply(contentDroppedSchema, dropped);
});
