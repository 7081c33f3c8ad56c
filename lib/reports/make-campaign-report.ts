import type { Policy } from "@/lib/domain/policy";
import { makeArmParts } from "./arm-parts";
import type { CampaignReport } from "./campaign-report";
import { campaignHeadline } from "./headlines";
import { makeArmReport } from "./make-arm-report";
import {
  campaignChecks,
  type ArmFindings,
  type CampaignFindings,
  NO_FINDINGS,
} from "./meter-checks";
import type { ArmInput } from "./report-input";

/** What a campaign's report needs beside its arms; instants as ISO text in UTC, or null. */
export type CampaignInput = {
  slug: string;
  name: string;
  startedAt: string | null;
  finishedAt: string | null;
  arms: readonly ArmInput[];
  /** What only stored records tell; absent where there are none, as in a worked example. */
  findings?: { campaign: CampaignFindings; arms: ReadonlyMap<string, ArmFindings> };
};

/** One campaign, arm by arm (methods.md 2-4). Pure; plain JSON out. */
export function makeCampaignReport(input: CampaignInput, policy: Policy): CampaignReport {
  const arms = input.arms.map((arm) => makeArmReport(arm, policy));
  const recorded = input.arms[0]?.campaign;
  return {
    report: "campaign",
    version: 1,
    scoringVersion: input.arms[0]?.scoringVersion ?? 0,
    policy,
    campaign: {
      slug: input.slug,
      name: input.name,
      target: nameOf(recorded?.target),
      corpus: nameOf(recorded?.corpus),
      harness: nameOf(recorded?.harness),
      startedAt: input.startedAt,
      finishedAt: input.finishedAt,
      interrupted: recorded?.interrupted ?? false,
      limits: limitsOf(recorded?.limits),
      plannedReplicas: recorded?.planned?.replicasPerCase ?? null,
    },
    headline: campaignHeadline(arms),
    checks: campaignChecks(
      recorded ?? { interrupted: false, duplicateRecords: 0 },
      input.findings?.campaign ?? { maskedSecrets: 0 },
    ),
    arms,
    parts: input.arms.map((arm) =>
      makeArmParts(
        arm,
        input.findings?.arms.get(arm.identity.armKey) ?? NO_FINDINGS,
        policy.confidence,
      ),
    ),
  };
}

function nameOf(value: { name: string; version?: string | undefined } | undefined): string {
  if (value === undefined) return "not recorded";
  return value.version === undefined ? value.name : `${value.name} ${value.version}`;
}

function limitsOf(limits: ArmInput["campaign"]["limits"]): Record<string, number> {
  const { turns, contextTokens, budgetTokens, wallClockMs } = limits ?? {};
  const known: Record<string, number> = {};
  if (turns !== undefined) known["turns"] = turns;
  if (contextTokens !== undefined) known["contextTokens"] = contextTokens;
  if (budgetTokens !== undefined) known["budgetTokens"] = budgetTokens;
  if (wallClockMs !== undefined) known["wallClockMs"] = wallClockMs;
  return known;
}
