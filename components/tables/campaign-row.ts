import { figureOf, type Figure } from "@/lib/domain/measurement";
import type { ArmReport, Ending } from "@/lib/reports/arm-report";
import type { HistoryRow } from "@/lib/reports/make-history-report";

/** What the list shows of an arm: what travels to the browser, and no more. */
export type CampaignArmRow = {
  startedAt: string | null;
  target: string;
} & Pick<
  ArmReport,
  "arm" | "verdict" | "started" | "aborted" | "abortRate" | "alarms" | "duplicateRecords"
> & {
    /** The reasons that occur. */
    terminations: Ending[];
    measurements: Record<string, Figure>;
  };

/** A row of the history with the measurements of the chosen metrics alone. */
export function campaignArmRow(
  { startedAt, target, arm }: HistoryRow,
  metricIds: readonly string[],
): CampaignArmRow {
  return {
    startedAt,
    target,
    arm: arm.arm,
    verdict: arm.verdict,
    started: arm.started,
    aborted: arm.aborted,
    abortRate: arm.abortRate,
    alarms: arm.alarms,
    ...(arm.duplicateRecords === undefined ? {} : { duplicateRecords: arm.duplicateRecords }),
    terminations: arm.terminations
      .filter(({ count }) => count > 0)
      .map(({ label, class: kind, count, share }) => ({ label, class: kind, count, share })),
    measurements: Object.fromEntries(
      metricIds.flatMap((id) => {
        const measurement = arm.measurements[id];
        return measurement === undefined ? [] : [[id, figureOf(measurement)]];
      }),
    ),
  };
}
