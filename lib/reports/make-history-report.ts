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
  const newest = newestFirst(arms, ({ startedAt }) => startedAt);
  const [first, second] = historyPair(newest, (arm) => arm) ?? [];
  return {
    report: "history",
    version: 1,
    policy,
    headline: historyHeadline(first, second, policy),
    rows: newest.map((input) => ({
      startedAt: input.startedAt,
      target: input.campaign.target.name,
      arm: makeArmReport(input, policy),
    })),
  };
}

/** By their start, an ISO instant; those without one last. */
export function newestFirst<Arm>(
  arms: readonly Arm[],
  startOf: (arm: Arm) => string | null,
): Arm[] {
  return arms.toSorted((a, b) => (startOf(b) ?? "").localeCompare(startOf(a) ?? ""));
}

/**
 * The arms that the sentence is about: the newest arm with a guardrail and the newest of the same target
 * without one; with no such pair, the newest arm alone. Null when there is none.
 */
export function historyPair<Arm>(
  newest: readonly Arm[],
  read: (arm: Arm) => Pick<HistoryInput, "identity" | "campaign">,
): [Arm] | [Arm, Arm] | null {
  const latest = newest[0];
  if (latest === undefined) return null;
  const isOn = (arm: Arm) => read(arm).identity.guardrail?.enabled === true;
  const targetOf = (arm: Arm) => read(arm).campaign.target.name;
  const defended = newest.find(isOn);
  const undefended =
    defended && newest.find((arm) => !isOn(arm) && targetOf(arm) === targetOf(defended));
  return defended === undefined || undefended === undefined ? [latest] : [defended, undefended];
}

/** Where the project stands: the pair through the gate of every comparison, or the one arm alone. */
export function historyHeadline(
  first: ArmInput | undefined,
  undefended: ArmInput | undefined,
  policy: Policy,
): string {
  if (first === undefined) return "No campaign yet.";
  const { campaignName, armName } = first.identity;
  if (undefended === undefined) {
    return `${campaignName}: ${armHeadline(makeArmReport(first, policy))}`;
  }
  const { answer } = makeComparisonReport(undefended, first, policy);
  const other = `${undefended.identity.campaignName} (${undefended.identity.armName})`;
  return `${campaignName} (${armName}) against ${other}: ${answer}`;
}
