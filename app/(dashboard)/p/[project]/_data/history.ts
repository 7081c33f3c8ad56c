import "server-only";
import { database } from "@/db";
import { listCampaigns } from "@/db/queries/campaigns";
import type { ProjectRow } from "@/db/queries/projects";
import { talliesOfCampaigns } from "@/db/queries/tallies";
import { makeHistoryReport, type HistoryReport } from "@/lib/reports/make-history-report";
import { armInputs } from "@/lib/reports/arm-inputs";
import { scopeOf } from "./project";

/** Every arm of every campaign of the project, newest first. */
export async function historyOf(project: ProjectRow): Promise<HistoryReport> {
  const { db } = database();
  const campaigns = await listCampaigns(db, scopeOf(project));
  const tallies = await talliesOfCampaigns(
    db,
    scopeOf(project),
    campaigns.map((campaign) => campaign.id),
  );
  const arms = campaigns.flatMap((campaign) =>
    armInputs(campaign, tallies.get(campaign.id) ?? []).map((arm) => ({
      ...arm,
      startedAt: campaign.startedAt?.toISOString() ?? null,
    })),
  );
  return makeHistoryReport(arms, project.policy);
}
