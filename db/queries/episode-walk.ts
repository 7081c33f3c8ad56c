import { and, desc, eq, exists, sql, type SQL } from "drizzle-orm";
import type { Db, Scope } from "@/db/client";
import { campaigns } from "@/db/schema/campaigns";
import { cases } from "@/db/schema/cases";
import { facetCounts } from "@/db/schema/facet-counts";
import type { EpisodeFilter, Stretch } from "./episode-filter";
import { whereCounts } from "./facet-filter";

/** A campaign that may hold episodes of a filter; `seq` runs from 1 to `episodes`. */
export type WalkedCampaign = {
  id: string;
  slug: string;
  episodes: number;
  /** How many of them the filter without its case and text holds. */
  candidates: number;
};

export type WalkedStretch = Stretch & { campaign: WalkedCampaign };

/** Where a walk begins: beyond this episode, which need not be in the filter. */
export type WalkStart = { campaignId: string; seq: number };

/** Episodes of a first stretch, by what decides how much of it is read in vain, and of the largest. */
const TEXT_STRETCH = { first: 1000, most: 16_000 };
const OTHER_STRETCH = { first: 4000, most: 1_000_000 };

/** The campaigns in which the filter may find something, newest imported first. */
export async function campaignsToWalk(
  db: Db,
  scope: Scope,
  filter: EpisodeFilter,
): Promise<WalkedCampaign[]> {
  const candidates = sql<number>`sum(${facetCounts.episodes})::int`;
  return db
    .select({
      id: campaigns.id,
      slug: campaigns.slug,
      episodes: campaigns.episodeCount,
      candidates,
    })
    .from(facetCounts)
    .innerJoin(campaigns, eq(campaigns.id, facetCounts.campaignId))
    .where(
      and(
        eq(campaigns.projectId, scope.projectId),
        whereCounts(db, scope, filter),
        filter.case === undefined ? undefined : hasCase(db, filter.case),
      ),
    )
    .groupBy(campaigns.id)
    .orderBy(desc(campaigns.id));
}

function hasCase(db: Db, key: string): SQL {
  return exists(
    db
      .select({ one: sql`1` })
      .from(cases)
      .where(and(eq(cases.campaignId, campaigns.id), eq(cases.key, key))),
  );
}

/**
 * The walk over the campaigns in pieces that one query each reads, in the order of the list or (`back`)
 * against it. Pieces grow: where much is found the first is enough, where little is they are few.
 */
export function* stretchesOf(
  walked: readonly WalkedCampaign[],
  filter: EpisodeFilter,
  from: WalkStart | null,
  back = false,
): Generator<WalkedStretch> {
  const sizes = hasText(filter) ? TEXT_STRETCH : OTHER_STRETCH;
  let size = sizes.first;
  for (const campaign of back ? walked.toReversed() : walked) {
    const { id: campaignId } = campaign;
    if (from !== null && (back ? campaignId < from.campaignId : campaignId > from.campaignId))
      continue;
    const begun = campaignId === from?.campaignId ? from.seq : null;
    // An index finds the few of a rare mark; a stretch much shorter than their distance finds none.
    if (!hasText(filter))
      size = Math.max(size, (200 * campaign.episodes) / Math.max(campaign.candidates, 1));
    let after = back ? (begun === null ? campaign.episodes : begun - 1) : (begun ?? 0);
    while (back ? after > 0 : after < campaign.episodes) {
      const step = Math.ceil(Math.min(size, sizes.most));
      const to = back ? Math.max(after - step, 0) : Math.min(after + step, campaign.episodes);
      yield { campaign, campaignId, after: Math.min(after, to), until: Math.max(after, to) };
      after = to;
      size = Math.min(size * 4, sizes.most);
    }
  }
}

export function hasText({ text }: EpisodeFilter): boolean {
  return text !== undefined && text !== "";
}
