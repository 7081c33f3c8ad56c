import { findCampaign } from "@/db/queries/campaigns";
import { pageOfEpisodes } from "@/lib/answers/episodes-page";
import { episodePageSchema, listCampaignEpisodes } from "@/lib/api/operations/episode-operations";
import { nothingThere, reply, serveProject } from "@/lib/http/serve";

export const runtime = "nodejs";
export const dynamic = "force-dynamic";

export const GET = serveProject(listCampaignEpisodes, async (call) => {
  const { db, project, scope, params, query } = call;
  const campaign = await findCampaign(db, scope, params.campaign);
  if (campaign === null) throw nothingThere();
  const asked = { ...query, campaign: campaign.slug };
  return reply(episodePageSchema, await pageOfEpisodes(db, project, asked));
});
