import { and, asc, eq, inArray, or } from "drizzle-orm";
import type { Db, Scope } from "@/db/client";
import { episodeRows } from "@/db/schema/episode-rows";

export type EpisodeOfCase = {
  campaignSlug: string;
  armKey: string;
  case: string;
  seq: number;
  outcome: string;
};

/** Every episode of these cases in these arms, in the order of the source. Read by the index of cases. */
export async function episodesOfCases(
  db: Db,
  scope: Scope,
  arms: readonly { campaignSlug: string; armKey: string }[],
  cases: readonly string[],
): Promise<EpisodeOfCase[]> {
  if (arms.length === 0 || cases.length === 0) return [];
  return db
    .select({
      campaignSlug: episodeRows.campaignSlug,
      armKey: episodeRows.armKey,
      case: episodeRows.caseKey,
      seq: episodeRows.seq,
      outcome: episodeRows.outcome,
    })
    .from(episodeRows)
    .where(
      and(
        eq(episodeRows.projectId, scope.projectId),
        inArray(episodeRows.caseKey, [...cases]),
        or(
          ...arms.map((arm) =>
            and(eq(episodeRows.campaignSlug, arm.campaignSlug), eq(episodeRows.armKey, arm.armKey)),
          ),
        ),
      ),
    )
    .orderBy(asc(episodeRows.campaignId), asc(episodeRows.seq));
}
