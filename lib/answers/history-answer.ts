import type { Db } from "@/db/client";
import { listCampaigns } from "@/db/queries/campaigns";
import type { ProjectRow } from "@/db/queries/projects";
import { talliesOfCampaigns } from "@/db/queries/tallies";
import { armInputs } from "@/lib/reports/arm-inputs";
import { makeHistoryReport, type HistoryReport } from "@/lib/reports/make-history-report";
import { scopeOf } from "./scope-of";

/** Every arm of every campaign of the project, newest first. */
export async function historyAnswer(db: Db, project: ProjectRow): Promise<HistoryReport> {
  const scope = scopeOf(project);
  const campaigns = await listCampaigns(db, scope);
  const tallies = await talliesOfCampaigns(
    db,
    scope,
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
