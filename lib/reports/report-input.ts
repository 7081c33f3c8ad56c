import type { CampaignRecord } from "@/lib/domain/records";
import type { Tally } from "@/lib/domain/tally";
import type { ArmIdentity } from "./arm-report";

/** One arm as reports take it: who it is, what its campaign recorded, and its tallies. */
export type ArmInput = {
  identity: ArmIdentity;
  campaign: Pick<
    CampaignRecord,
    "target" | "corpus" | "harness" | "limits" | "retryPolicy" | "model" | "planned" | "manifest"
  > & { interrupted: boolean };
  scoringVersion: number;
  /** Attack cases that the campaign declares, run or not: a case without an episode is missing. */
  attackCases: number;
  tallies: readonly Tally[];
};
