import type { ArmRow, CampaignRow } from "@/db/queries/campaigns";
import type { Tally } from "@/lib/domain/tally";
import type { Guardrail } from "@/lib/reports/arm-report";
import type { ArmInput } from "@/lib/reports/report-input";

/** The stored arms of a campaign as reports take them. `tallies` are those of the whole campaign. */
export function armInputs(campaign: CampaignRow, tallies: readonly Tally[]): ArmInput[] {
  return campaign.arms.map((arm) => armInput(campaign, arm, tallies));
}

function armInput(campaign: CampaignRow, arm: ArmRow, tallies: readonly Tally[]): ArmInput {
  const { record } = campaign;
  return {
    identity: {
      campaignSlug: campaign.slug,
      campaignName: campaign.name,
      armKey: arm.key,
      armName: arm.name,
      guardrail: guardrailOf(arm),
      model: arm.model,
    },
    campaign: { ...record, interrupted: campaign.state === "interrupted" },
    scoringVersion: campaign.scoringVersion,
    attackCases: campaign.attackCases,
    series:
      campaign.series === null || campaign.order === null
        ? null
        : { name: campaign.series, order: campaign.order },
    tallies: tallies.filter((tally) => tally.arm === arm.key),
  };
}

function guardrailOf({ guardrail }: ArmRow): Guardrail | null {
  return guardrail === null
    ? null
    : { name: guardrail.name, version: guardrail.version, enabled: guardrail.enabled };
}
