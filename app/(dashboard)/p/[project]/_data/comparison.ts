import "server-only";
import { database } from "@/db";
import { listCampaigns, type ArmRow, type CampaignRow } from "@/db/queries/campaigns";
import type { ProjectRow } from "@/db/queries/projects";
import { talliesOfCampaigns } from "@/db/queries/tallies";
import { armReference } from "@/lib/format/paths";
import type { ComparisonReport } from "@/lib/reports/comparison-report";
import { makeComparisonReport } from "@/lib/reports/make-comparison-report";
import { armInputs } from "@/lib/reports/arm-inputs";
import { scopeOf } from "./project";

/** An arm as the picker lists it. */
export type ArmChoice = { reference: string; campaign: CampaignRow; arm: ArmRow };

/** Every arm of the project, newest campaign first. */
export async function armChoices(project: ProjectRow): Promise<ArmChoice[]> {
  const campaigns = await listCampaigns(database().db, scopeOf(project));
  return campaigns.flatMap((campaign) =>
    campaign.arms.map((arm) => ({
      reference: armReference({ campaignSlug: campaign.slug, armKey: arm.key }),
      campaign,
      arm,
    })),
  );
}

/** Of two ticked arms: what the other is measured against, the arm without a guardrail, else the older. */
export function inOrder(first: ArmChoice, second: ArmChoice): [ArmChoice, ArmChoice] {
  const [one, other] = [isDefended(first.arm), isDefended(second.arm)];
  if (one !== other) return one ? [second, first] : [first, second];
  return startOf(first) <= startOf(second) ? [first, second] : [second, first];
}

export async function comparisonOf(
  project: ProjectRow,
  baseline: ArmChoice,
  candidate: ArmChoice,
): Promise<ComparisonReport | null> {
  const tallies = await talliesOfCampaigns(database().db, scopeOf(project), [
    ...new Set([baseline.campaign.id, candidate.campaign.id]),
  ]);
  const [before, after] = [baseline, candidate].map(({ campaign, arm }) =>
    armInputs(campaign, tallies.get(campaign.id) ?? []).find(
      (input) => input.identity.armKey === arm.key,
    ),
  );
  return before === undefined || after === undefined
    ? null
    : makeComparisonReport(before, after, project.policy);
}

function isDefended(arm: ArmRow): boolean {
  return arm.guardrail?.enabled === true;
}

function startOf({ campaign }: ArmChoice): number {
  return (campaign.startedAt ?? campaign.importedAt).getTime();
}
