import "server-only";
import { notFound } from "next/navigation";
import { database } from "@/db";
import { findCampaign, type CampaignRow } from "@/db/queries/campaigns";
import { heaviestActs, type HeavyAct } from "@/db/queries/heaviest-acts";
import type { ProjectRow } from "@/db/queries/projects";
import { talliesOfCampaigns } from "@/db/queries/tallies";
import type { CampaignReport } from "@/lib/reports/campaign-report";
import { makeCampaignReport } from "@/lib/reports/make-campaign-report";
import { armInputs } from "@/lib/reports/arm-inputs";
import { partOf, scopeOf } from "./project";

/** Acts that a campaign page lists; the episodes have the others. */
const HEAVIEST = 20;

export async function campaignOf(
  project: ProjectRow,
  slug: string,
): Promise<{ campaign: CampaignRow; report: CampaignReport; acts: HeavyAct[] }> {
  const { db } = database();
  const scope = scopeOf(project);
  const campaign = (await findCampaign(db, scope, partOf(slug))) ?? notFound();
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
