import { asc, desc, sql } from "drizzle-orm";
import type { Db, Scope } from "@/db/client";
import { episodeRows } from "@/db/schema/episode-rows";
import { episodeFacets } from "./episode-facets";
import { whereEpisodes, type EpisodeFilter } from "./episode-filter";
import { findPlace, type EpisodePlace } from "./episode-place";
import {
  campaignsToWalk,
  hasText,
  stretchesOf,
  type WalkedCampaign,
  type WalkStart,
} from "./episode-walk";
import { isCounted } from "./facet-filter";
import { COUNT_BOUND } from "./found-facets";

/** How long either neighbour of a rare text is looked for. */
const LOOK_MS = 150;

export type Neighbours = {
  previous: EpisodePlace | null;
  next: EpisodePlace | null;
  /** From 1; 0 when the filter does not hold the episode; null when it lies beyond what is counted. */
  position: number | null;
  total: number;
  /** False: at least `total`. */
  exact: boolean;
  /** False: a neighbour was not looked for to the end, so that null does not mean that there is none. */
  looked: boolean;
};

const NOWHERE: Neighbours = {
  previous: null,
  next: null,
  position: 0,
  total: 0,
  exact: true,
  looked: true,
};

/**
 * The episodes before and after one in the filtered list, its position and the list's length. Bounded:
 * other campaigns count by the sums written at import, its own one by one up to `COUNT_BOUND`.
 */
export async function neighbours(
  db: Db,
  scope: Scope,
  filter: EpisodeFilter,
  campaignSlug: string,
  seq: number,
): Promise<Neighbours> {
  const place = await findPlace(db, scope, { campaignSlug, seq });
  if (place === null) return NOWHERE;
  const [walked, counted] = await Promise.all([
    campaignsToWalk(db, scope, filter),
    episodeFacets(db, scope, filter),
  ]);
  const look = (back: boolean) => nextOf(db, scope, filter, { walked, place, back });
  const [previous, next, position] = await Promise.all([
    look(true),
    look(false),
    positionOf(db, scope, filter, walked, place),
  ]);
  return {
    previous: previous.found,
    next: next.found,
    position,
    total: counted.total,
    exact: counted.exact,
    looked: previous.looked && next.looked,
  };
}

async function nextOf(
  db: Db,
  scope: Scope,
  filter: EpisodeFilter,
  from: { walked: readonly WalkedCampaign[]; place: WalkStart; back: boolean },
): Promise<{ found: EpisodePlace | null; looked: boolean }> {
  const began = performance.now();
  const { seq } = episodeRows;
  for (const stretch of stretchesOf(from.walked, filter, from.place, from.back)) {
    const [row] = await db
      .select({ seq })
      .from(episodeRows)
      .where(whereEpisodes(db, scope, filter, stretch))
      .orderBy(from.back ? desc(seq) : asc(seq))
      .limit(1);
    if (row !== undefined)
      return { found: { campaignSlug: stretch.campaign.slug, seq: row.seq }, looked: true };
    if (performance.now() - began > LOOK_MS) return { found: null, looked: false };
  }
  return { found: null, looked: true };
}

async function positionOf(
  db: Db,
  scope: Scope,
  filter: EpisodeFilter,
  walked: readonly WalkedCampaign[],
  { campaignId, seq }: WalkStart,
): Promise<number | null> {
  const own = walked.find(({ id }) => id === campaignId);
  const count = (after: number, until: number) =>
    countUpTo(db, scope, filter, { campaignId, after, until });
  if (own === undefined || (await count(seq - 1, seq)) === 0) return 0;
  const newer = walked.filter(({ id }) => id > campaignId);
  if (!isCounted(filter)) {
    if (hasText(filter) || newer.length > 0) return null;
  }
  const before = newer.reduce((sum, { candidates }) => sum + candidates, 0);
  if (own.candidates === own.episodes && isCounted(filter)) return before + seq;
  const inOwn = await count(0, seq - 1);
  return inOwn > COUNT_BOUND.episodes ? null : before + inOwn + 1;
}

/** At most one more than the bound. */
async function countUpTo(
  db: Db,
  scope: Scope,
  filter: EpisodeFilter,
  stretch: { campaignId: string; after: number; until: number },
): Promise<number> {
  const some = db
    .select({ seq: episodeRows.seq })
    .from(episodeRows)
    .where(whereEpisodes(db, scope, filter, stretch))
    .limit(COUNT_BOUND.episodes + 1)
    .as("some");
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(some);
  return row?.count ?? 0;
}
