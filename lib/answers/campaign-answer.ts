import type { Db } from "@/db/client";
import { findCampaign, type CampaignRow } from "@/db/queries/campaigns";
import { heaviestActs, type HeavyAct } from "@/db/queries/heaviest-acts";
import type { ProjectRow } from "@/db/queries/projects";
import { talliesOfCampaigns } from "@/db/queries/tallies";
import { armInputs } from "@/lib/reports/arm-inputs";
import type { CampaignReport } from "@/lib/reports/campaign-report";
import { makeCampaignReport } from "@/lib/reports/make-campaign-report";
import { scopeOf } from "./scope-of";

/** Acts that the answer about a campaign lists; the episodes have the others. */
const HEAVIEST = 20;

export type CampaignAnswer = {
  campaign: CampaignRow;
  report: CampaignReport;
  /** The heaviest acts that did damage, heaviest first. */
  acts: HeavyAct[];
};

/** What the campaign of this address amounts to by the project's policy; null when there is none. */
export async function campaignAnswer(
  db: Db,
  project: ProjectRow,
  slug: string,
): Promise<CampaignAnswer | null> {
  const scope = scopeOf(project);
  const campaign = await findCampaign(db, scope, slug);
  if (campaign === null) return null;
  const [tallies, acts] = await Promise.all([
    talliesOfCampaigns(db, scope, [campaign.id]),
    heaviestActs(db, scope, campaign.id, HEAVIEST),
  ]);
  const report = makeCampaignReport(
    {
      slug: campaign.slug,
      name: campaign.name,
      startedAt: campaign.startedAt?.toISOString() ?? null,
      finishedAt: campaign.finishedAt?.toISOString() ?? null,
      arms: armInputs(campaign, tallies.get(campaign.id) ?? []),
    },
    project.policy,
  );
  return { campaign, report, acts };
}
