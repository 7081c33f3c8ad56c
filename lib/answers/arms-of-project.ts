import type { Db } from "@/db/client";
import { listCampaigns, type CampaignRow } from "@/db/queries/campaigns";
import type { OpenProject } from "@/db/queries/projects";
import { talliesOfCampaigns } from "@/db/queries/tallies";
import { armInputs } from "@/lib/reports/arm-inputs";
import type { HistoryInput } from "@/lib/reports/make-history-report";

/**
 * An arm of the project, without its tallies: those are many, and most answers have been made of them
 * before. `key` names all that a report of it alone is made of, but for the policy.
 */
export type ProjectArm = {
  key: string;
  campaign: CampaignRow;
  input: Omit<HistoryInput, "tallies">;
};

/** Every arm of every campaign of the project, newest campaign first. */
export async function armsOfProject(db: Db, project: OpenProject): Promise<ProjectArm[]> {
  const campaigns = await listCampaigns(db, project.scope);
  return campaigns.flatMap((campaign) =>
    armInputs(campaign, []).map(({ tallies: _none, ...arm }) => ({
      key: keyOf(campaign, arm.identity.armKey),
      campaign,
      input: { ...arm, startedAt: campaign.startedAt?.toISOString() ?? null },
    })),
  );
}

/** The arms with their tallies, by their keys. */
export async function withTallies(
  db: Db,
  project: OpenProject,
  arms: readonly ProjectArm[],
): Promise<Map<string, HistoryInput>> {
  const ids = [...new Set(arms.map(({ campaign }) => campaign.id))];
  const tallies = await talliesOfCampaigns(db, project.scope, ids);
  return new Map(
    arms.map(({ key, campaign, input }) => [
      key,
      {
        ...input,
        tallies: (tallies.get(campaign.id) ?? []).filter(
          (tally) => tally.arm === input.identity.armKey,
        ),
      },
    ]),
  );
}

/** A sealed campaign never changes but by being scored anew. */
function keyOf(campaign: CampaignRow, armKey: string): string {
  return JSON.stringify([
    campaign.id,
    armKey,
    campaign.scoringVersion,
    campaign.attackCases,
    campaign.import?.refused ?? null,
    campaign.import?.duplicates ?? null,
  ]);
}
