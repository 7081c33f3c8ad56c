import { listDeleted } from "@/db/queries/deleted-campaigns";
import { deletedCampaignJson } from "@/lib/answers/keeping-json";
import {
  deletedCampaignsAnswer,
  listDeletedCampaigns,
} from "@/lib/api/operations/campaign-operations";
import { reply, serveProject } from "@/lib/http/serve";

export const runtime = "nodejs";
export const dynamic = "force-dynamic";

export const GET = serveProject(listDeletedCampaigns, async ({ db, scope }) => {
  const gone = await listDeleted(db, scope);
  return reply(deletedCampaignsAnswer, { items: gone.map(deletedCampaignJson) });
});
