import type { CampaignRecord } from "@/lib/domain/records";
import type { Tally } from "@/lib/domain/tally";
import type { Guardrail } from "./arm-report";
import type { ArmInput } from "./report-input";

/** What a stored campaign tells a report; a row of the database has it all. */
export type StoredCampaign = {
  slug: string;
  name: string;
  record: CampaignRecord;
  state: string;
  scoringVersion: number;
  attackCases: number;
  series: string | null;
  order: number | null;
  import: { refused: number; duplicates: number } | null;
  arms: readonly StoredArm[];
};

type StoredArm = {
  key: string;
  name: string;
  guardrail: Guardrail | null;
  model: string | null;
  modelRecord: NonNullable<CampaignRecord["model"]> | null;
  config: unknown;
};

/** The stored arms of a campaign as reports take them. `tallies` are those of the whole campaign. */
export function armInputs(campaign: StoredCampaign, tallies: readonly Tally[]): ArmInput[] {
  return campaign.arms.map((arm) => armInput(campaign, arm, tallies));
}

function armInput(campaign: StoredCampaign, arm: StoredArm, tallies: readonly Tally[]): ArmInput {
  return {
    identity: {
      campaignSlug: campaign.slug,
      campaignName: campaign.name,
      armKey: arm.key,
      armName: arm.name,
      guardrail: arm.guardrail,
      model: arm.model,
    },
    campaign: {
      ...campaign.record,
      interrupted: campaign.state === "interrupted",
      refusedRecords: campaign.import?.refused ?? 0,
      duplicateRecords: campaign.import?.duplicates ?? 0,
    },
    own: { model: arm.modelRecord, config: arm.config },
    scoringVersion: campaign.scoringVersion,
    attackCases: campaign.attackCases,
    series:
      campaign.series === null || campaign.order === null
        ? null
        : { name: campaign.series, order: campaign.order },
    tallies: tallies.filter((tally) => tally.arm === arm.key),
  };
}
