import type { Db } from "@/db/client";
import { findCampaign, type CampaignRow } from "@/db/queries/campaigns";
import { findingsOfArms } from "@/db/queries/check-findings";
import { heaviestActs, type HeavyAct } from "@/db/queries/heaviest-acts";
import type { OpenProject } from "@/db/queries/projects";
import { listSourceFiles, type SourceFiles } from "@/db/queries/source-files";
import { talliesOfCampaigns } from "@/db/queries/tallies";
import { armInputs } from "@/lib/reports/arm-inputs";
import type { CampaignReport } from "@/lib/reports/campaign-report";
import { makeCampaignReport } from "@/lib/reports/make-campaign-report";
import type { ReportProvenance } from "@/lib/reports/report-document";
import { sealAnswer } from "./seal-answer";

/** Acts that the answer about a campaign lists; the episodes have the others. */
const HEAVIEST = 20;

export type CampaignAnswer = {
  campaign: CampaignRow;
  report: CampaignReport;
  /** The heaviest acts that did damage, heaviest first. */
  acts: HeavyAct[];
  /** The files that it was read from. */
  sources: SourceFiles;
  /** By what it can be proven that nothing of it changed, or what is gone of that; null: it came before there were seals. */
  seal: ReportProvenance["seal"];
};

/** What the campaign of this address amounts to by the project's policy; null when there is none. */
export async function campaignAnswer(
  db: Db,
  project: OpenProject,
  slug: string,
): Promise<CampaignAnswer | null> {
  const scope = project.scope;
  const campaign = await findCampaign(db, scope, slug);
  if (campaign === null) return null;
  const [byCampaign, acts, sources, seal] = await Promise.all([
    talliesOfCampaigns(db, scope, [campaign.id]),
    heaviestActs(db, scope, campaign.id, HEAVIEST),
    listSourceFiles(db, scope, campaign.id),
    sealAnswer(db, scope, campaign.id),
  ]);
  const tallies = byCampaign.get(campaign.id) ?? [];
  const arms = await findingsOfArms(db, scope, campaign.id, {
    retryPolicy: campaign.record.retryPolicy,
    look: {
      alarms: tallies.some((tally) => tally.alarms > 0),
      retries: tallies.some((tally) => tally.retries > 0),
    },
  });
  const report = makeCampaignReport(
    {
      slug: campaign.slug,
      name: campaign.name,
      startedAt: campaign.startedAt?.toISOString() ?? null,
      finishedAt: campaign.finishedAt?.toISOString() ?? null,
      arms: armInputs(campaign, tallies),
      findings: { campaign: { maskedSecrets: sources.masked }, arms },
    },
    project.policy,
  );
  return { campaign, report, acts, sources, seal };
}
