import { findCampaign } from "@/db/queries/campaigns";
import { campaignLines, episodeLines } from "@/lib/answers/export-chunks";
import { exportCampaign } from "@/lib/api/operations/campaign-operations";
import { dropped, nothingThere, serveProject } from "@/lib/http/serve";
import { streamed } from "@/lib/http/streamed";

export const runtime = "nodejs";
export const dynamic = "force-dynamic";

export const GET = serveProject(exportCampaign, async (call) => {
  const { db, project, scope, params, query } = call;
  const campaign = await findCampaign(db, scope, params.campaign);
  if (campaign === null) throw nothingThere();
  if (query.format === "jsonl" && campaign.dropped !== null) throw dropped(campaign);
  const { slug } = campaign;
  return query.format === "csv"
    ? streamed(episodeLines(db, project, { campaign: slug }, "csv"), {
        type: "text/csv; charset=utf-8",
        name: `${slug}-episodes.csv`,
      })
    : streamed(campaignLines(db, scope, campaign), {
        type: "application/x-ndjson",
        name: `${slug}.jsonl`,
      });
});
