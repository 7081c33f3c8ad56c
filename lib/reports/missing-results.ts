import type { Split } from "@/lib/domain/records";
import type { PairedCase } from "./pair-arms";
import { type PlannedMissing, plannedMissing } from "./planned-missing";
import { type ArmInput, membersOf } from "./report-input";

/** A count for each side; `total` counts a campaign once though both of its arms are compared. */
export type CampaignCounts = { baseline: number; candidate: number; total: number };

/** Everything that keeps the data from being complete although no episode was aborted. */
export type MissingResults = {
  planned: PlannedMissing;
  /** Records refused at import: any of them may have been an episode. */
  refused: CampaignCounts;
  /** Campaigns whose source ended before it said that it was done. */
  interrupted: CampaignCounts;
};

/** What is missing from the common cases of a split, and from the campaigns themselves (methods.md 5). */
export function missingResults(
  cases: readonly PairedCase[],
  baseline: ArmInput,
  candidate: ArmInput,
  split: Split = "attack",
): MissingResults {
  const count = (of: (member: ArmInput) => number) => ({
    baseline: sumOf(membersOf(baseline), of),
    candidate: sumOf(membersOf(candidate), of),
    total: sumOf([...membersOf(baseline), ...membersOf(candidate)], of),
  });
  return {
    planned: plannedMissing(cases, baseline, candidate, split),
    refused: count(({ campaign }) => campaign.refusedRecords),
    interrupted: count(({ campaign }) => (campaign.interrupted ? 1 : 0)),
  };
}

/** Planned episodes that were never started, in both arms together. */
export function episodesMissing({ planned }: MissingResults): number {
  return planned.baseline + planned.candidate;
}

export function isAnythingMissing(missing: MissingResults): boolean {
  return episodesMissing(missing) + missing.refused.total + missing.interrupted.total > 0;
}

/** Over the campaigns of these arms, each counted once. */
function sumOf(members: readonly ArmInput[], of: (member: ArmInput) => number): number {
  const byCampaign = new Map(
    members.map((member) => [member.identity.campaignSlug, of(member)] as const),
  );
  return [...byCampaign.values()].reduce((sum, count) => sum + count, 0);
}
