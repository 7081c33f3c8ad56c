import type { CampaignRecord } from "@/lib/domain/records";
import type { Tally } from "@/lib/domain/tally";
import type { ArmIdentity } from "./arm-report";

/** One arm as reports take it: who it is, what its campaign recorded, and its tallies. */
export type ArmInput = {
  identity: ArmIdentity;
  campaign: Pick<
    CampaignRecord,
    | "target"
    | "corpus"
    | "harness"
    | "limits"
    | "retryPolicy"
    | "model"
    | "planned"
    | "manifest"
    | "attribution"
  > & {
    /** Its source ended before it said that it was done. */
    interrupted: boolean;
    /** Records of its import that were refused: any of them may have been an episode. */
    refusedRecords: number;
    /**
     * Of those: duplicates of an arm, case and replica. An import keeps how many there were, not of which
     * arm, so they are an alarm of every arm of the campaign.
     */
    duplicateRecords: number;
  };
  /** What the arm records for itself beside its campaign; `model` null where it runs the campaign's. */
  own?: { model: NonNullable<CampaignRecord["model"]> | null; config: unknown };
  scoringVersion: number;
  /** Attack cases that the campaign declares, run or not: a case without an episode is missing. */
  attackCases: number;
  tallies: readonly Tally[];
  /** The series that the campaign ran in and its place there; absent or null when it names none. */
  series?: { name: string; order: number } | null;
  /** The campaign arms that this one pools; absent for an arm of one campaign. See `poolArms`. */
  members?: readonly ArmInput[];
};

/** The campaign arms that an input is made of: itself, or those it pools. */
export function membersOf(input: ArmInput): readonly ArmInput[] {
  return input.members ?? [input];
}
