import { campaignAnswer } from "@/lib/answers/campaign-answer";
import { readCampaignReport } from "@/lib/api/operations/campaign-operations";
import { campaignReportAnswer } from "@/lib/api/schemas/campaign-report-schema";
import { nothingThere, reply, serveProject } from "@/lib/http/serve";

export const runtime = "nodejs";
export const dynamic = "force-dynamic";

export const GET = serveProject(readCampaignReport, async ({ db, project, params }) => {
  const found = await campaignAnswer(db, project, params.campaign);
  if (found === null) throw nothingThere();
  return reply(campaignReportAnswer, { report: found.report, heaviestActs: found.acts });
});
