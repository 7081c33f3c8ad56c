import type { MeterCheckName } from "@/lib/domain/meter-check";
import { checkPath, episodesPath } from "@/lib/format/paths";
import type { ArmReport } from "@/lib/reports/arm-report";

/**
 * Where the lines of "What the rates leave out" lead: each to a list of exactly the episodes that it counts,
 * null where there is none. No filter and no check knows which episodes have damage, so that line has none.
 */
export function leftOutLinks(project: string, report: ArmReport) {
  const { campaignSlug: campaign, armKey: arm } = report.arm;
  const episodes = (count: number, query: Record<string, string>) =>
    count === 0 ? null : episodesPath(project, { campaign, arm, ...query });
  const check = (count: number, name: MeterCheckName) =>
    count === 0 ? null : checkPath(project, campaign, name, { arm });
  const callsOf = (tool: string) => report.tools.find((row) => row.tool === tool)?.calls ?? 0;
  return {
    alarms: episodes(report.alarms - (report.duplicateRecords ?? 0), { alarm: "yes" }),
    // All but the alarms are counted over attack cases alone.
    aborted: episodes(report.aborted, { split: "attack", class: "abort" }),
    hitsBeforeAbort: check(report.hitsBeforeAbort.episodes, "hit_before_abort"),
    notWeighable: check(report.notWeighable.episodes, "not_weighable"),
    inferredEndings: check(report.inferredTerminations.count, "inferred_ending"),
    undetermined: episodes(report.undetermined, { split: "attack", outcome: "undetermined" }),
    /** The episodes of the calls that the line counts. */
    unattributed: check(report.unattributed.calls, "unattributed"),
    /** The episodes that called it; none where only the application's own record has acts of it. */
    unknownTool: (tool: string) => episodes(callsOf(tool), { split: "attack", tool }),
    benign: episodes(report.benign?.started ?? 0, { split: "benign" }),
    benignAborted: episodes(report.benign?.aborted ?? 0, { split: "benign", class: "abort" }),
  };
}
