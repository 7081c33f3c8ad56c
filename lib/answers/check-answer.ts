import { z } from "zod";
import type { Db } from "@/db/client";
import { findCampaign, type ArmRow, type CampaignRow } from "@/db/queries/campaigns";
import {
  checkedEpisodes,
  type CheckedEpisode,
  shortCases,
  type ShortCase,
} from "@/db/queries/check-episodes";
import type { OpenProject } from "@/db/queries/projects";
import { METER_CHECKS, type MeterCheckName } from "@/lib/domain/meter-check";
import { oneName, oneValue } from "./query-values";

/** Episodes of one page of a check. */
const PAGE = 100;

/** The address's query: the arm, and the episode after which to go on; anything else is dropped. */
export const checkQuery = z.object({
  arm: oneName,
  after: oneValue.transform((text) =>
    text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined,
  ),
});

export type CheckAnswer = {
  campaign: CampaignRow;
  arm: ArmRow;
  check: MeterCheckName;
  episodes: CheckedEpisode[];
  cases: ShortCase[];
  /** The planned episodes of a case, 1 where no plan is recorded. */
  planned: number;
  /** Where the next page begins; null on the last. */
  next: number | null;
};

/** What a meter check names in an arm (the first, when none is asked for); null when nothing is there. */
export async function checkAnswer(
  db: Db,
  project: OpenProject,
  slug: string,
  check: MeterCheckName,
  query: z.output<typeof checkQuery>,
): Promise<CheckAnswer | null> {
  const scope = project.scope;
  const campaign = await findCampaign(db, scope, slug);
  const arm = campaign?.arms.find(({ key }) => query.arm === undefined || key === query.arm);
  if (campaign === null || arm === undefined) return null;
  const { retryPolicy, planned } = campaign.record;
  const replicas = planned?.replicasPerCase ?? 1;
  const byCase = METER_CHECKS[check].names === "cases";
  const [found, cases] = await Promise.all([
    byCase
      ? []
      : checkedEpisodes(db, scope, campaign.id, {
          check,
          armKey: arm.key,
          retryPolicy,
          after: query.after ?? 0,
          limit: PAGE + 1,
        }),
    byCase
      ? shortCases(db, scope, campaign.id, { armKey: arm.key, planned: replicas, limit: 1000 })
      : [],
  ]);
  const episodes = found.slice(0, PAGE);
  const next = found.length > PAGE ? (episodes.at(-1)?.seq ?? null) : null;
  return { campaign, arm, check, episodes, cases, planned: replicas, next };
}
