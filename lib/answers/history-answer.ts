import type { Db } from "@/db/client";
import type { OpenProject } from "@/db/queries/projects";
import type { ArmReport } from "@/lib/reports/arm-report";
import { makeArmReport } from "@/lib/reports/make-arm-report";
import {
  historyHeadline,
  historyPair,
  newestFirst,
  type HistoryReport,
} from "@/lib/reports/make-history-report";
import { armsOfProject, withTallies, type ProjectArm } from "./arms-of-project";
import { remembered } from "./remembered";

/** Of some hundred kilobytes each at most. */
const REPORTS = remembered<ArmReport>(400);
const HEADLINES = remembered<string>(100);

/**
 * Every arm of every campaign of the project, newest first. Tallies are read of those campaigns alone that
 * nobody has asked for since the server started.
 */
export async function historyAnswer(db: Db, project: OpenProject): Promise<HistoryReport> {
  const { policy } = project;
  const arms = newestFirst(await armsOfProject(db, project), ({ input }) => input.startedAt);
  const keyOf = (...of: readonly ProjectArm[]) =>
    JSON.stringify([policy, ...of.map(({ key }) => key)]);
  const known = new Map(arms.map((arm) => [arm.key, REPORTS.get(keyOf(arm))]));
  const pair = historyPair(arms, ({ input }) => input);
  const told = pair === null ? undefined : HEADLINES.get(keyOf(...pair));
  const missing = arms.filter(({ key }) => known.get(key) === undefined);
  const inputs = await withTallies(
    db,
    project,
    told === undefined && pair !== null ? [...missing, ...pair] : missing,
  );
  const reportOf = (arm: ProjectArm): ArmReport => {
    const before = known.get(arm.key);
    if (before !== undefined) return before;
    const input = inputs.get(arm.key) ?? { ...arm.input, tallies: [] };
    return REPORTS.set(keyOf(arm), makeArmReport(input, policy));
  };
  const tell = () => {
    const [first, second] = pair ?? [];
    const headline = historyHeadline(
      first && inputs.get(first.key),
      second && inputs.get(second.key),
      policy,
    );
    return pair === null ? headline : HEADLINES.set(keyOf(...pair), headline);
  };
  return {
    report: "history",
    version: 1,
    policy,
    headline: told ?? tell(),
    rows: arms.map((arm) => ({
      startedAt: arm.input.startedAt,
      target: arm.input.campaign.target.name,
      arm: reportOf(arm),
    })),
  };
}
