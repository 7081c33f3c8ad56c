import type { Policy } from "@/lib/domain/policy";
import type { ArmReport } from "./arm-report";
import { armHeadline } from "./headlines";
import { makeArmReport } from "./make-arm-report";
import { makeComparisonReport } from "./make-comparison-report";
import type { ArmInput } from "./report-input";

/** One campaign arm in the history; `startedAt` as ISO text in UTC, or null. */
export type HistoryInput = ArmInput & { startedAt: string | null };

export type HistoryRow = { startedAt: string | null; target: string; arm: ArmReport };

export type HistoryReport = {
  report: "history";
  version: 1;
  policy: Policy;
  headline: string;
  /** Newest first; arms of one campaign in its own order. */
  rows: HistoryRow[];
};

/** The arms of a project's campaigns, newest first, and where the project stands in a sentence. */
export function makeHistoryReport(arms: readonly HistoryInput[], policy: Policy): HistoryReport {
  const newest = arms.toSorted((a, b) => (b.startedAt ?? "").localeCompare(a.startedAt ?? ""));
  return {
    report: "history",
    version: 1,
    policy,
    headline: historyHeadline(newest, policy),
    rows: newest.map((input) => ({
      startedAt: input.startedAt,
      target: input.campaign.target.name,
      arm: makeArmReport(input, policy),
    })),
  };
}

/**
 * The newest arm with a guardrail against the newest of the same target without one, through the same
 * gate as any comparison; with no such pair, the newest arm alone.
 */
function historyHeadline(newest: readonly HistoryInput[], policy: Policy): string {
  const latest = newest[0];
  if (latest === undefined) return "No campaign yet.";
  const defended = newest.find((arm) => arm.identity.guardrail?.enabled === true);
  const undefended =
    defended &&
    newest.find(
      (arm) =>
        arm.identity.guardrail?.enabled !== true &&
        arm.campaign.target.name === defended.campaign.target.name,
    );
  if (defended === undefined || undefended === undefined) {
    return `${latest.identity.campaignName}: ${armHeadline(makeArmReport(latest, policy))}`;
  }
  const { answer } = makeComparisonReport(undefended, defended, policy);
  return `${defended.identity.campaignName} (${defended.identity.armName}) against ${undefended.identity.campaignName} (${undefended.identity.armName}): ${answer}`;
}
