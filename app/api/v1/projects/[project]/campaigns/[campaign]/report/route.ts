import { campaignAnswer } from "@/lib/answers/campaign-answer";
import { campaignReportFile } from "@/lib/answers/report-document-campaign";
import { makingOf, provenanceOf } from "@/lib/answers/report-provenance";
import { readCampaignReport } from "@/lib/api/operations/campaign-operations";
import { campaignReportAnswer } from "@/lib/api/schemas/campaign-report-schema";
import { downloadText } from "@/lib/http/attachment";
import { nothingThere, reply, serveProject } from "@/lib/http/serve";

export const runtime = "nodejs";
export const dynamic = "force-dynamic";

export const GET = serveProject(readCampaignReport, async ({ db, project, params, query }) => {
  const found = await campaignAnswer(db, project, params.campaign);
  if (found === null) throw nothingThere();
  if (query.format !== "json") {
    const { text, ...download } = campaignReportFile(project, found, query.format);
    return downloadText(text, download);
  }
  return reply(campaignReportAnswer, {
    report: found.report,
    heaviestActs: found.acts,
    made: makingOf(project),
    provenance: provenanceOf(found.campaign, found.sources, found.seal),
  });
});
