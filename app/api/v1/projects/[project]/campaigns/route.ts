import { pageOfCampaigns } from "@/lib/answers/campaigns-page";
import { campaignPageSchema, listCampaigns } from "@/lib/api/operations/campaign-operations";
import { reply, serveProject } from "@/lib/http/serve";

export const runtime = "nodejs";
export const dynamic = "force-dynamic";

export const GET = serveProject(listCampaigns, async ({ db, scope, query }) =>
  reply(campaignPageSchema, await pageOfCampaigns(db, scope, query)),
);
