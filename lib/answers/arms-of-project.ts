import type { Db } from "@/db/client";
import { listCampaigns, type CampaignRow } from "@/db/queries/campaigns";
import type { ProjectRow } from "@/db/queries/projects";
import { talliesOfCampaigns } from "@/db/queries/tallies";
import { armInputs } from "@/lib/reports/arm-inputs";
import type { HistoryInput } from "@/lib/reports/make-history-report";
import { scopeOf } from "./scope-of";

/** Every arm of every campaign of the project as reports take it, with the campaign that it is of. */
export async function armsOfProject(
  db: Db,
  project: ProjectRow,
): Promise<{ campaign: CampaignRow; input: HistoryInput }[]> {
  const scope = scopeOf(project);
  const campaigns = await listCampaigns(db, scope);
  const tallies = await talliesOfCampaigns(
    db,
    scope,
    campaigns.map((campaign) => campaign.id),
  );
  return campaigns.flatMap((campaign) =>
    armInputs(campaign, tallies.get(campaign.id) ?? []).map((arm) => ({
      campaign,
      input: { ...arm, startedAt: campaign.startedAt?.toISOString() ?? null },
    })),
  );
}
