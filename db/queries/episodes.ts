import { and, asc, desc, eq, ne, or, sql } from "drizzle-orm";
import type { Db, Scope } from "@/db/client";
import { campaigns } from "@/db/schema/campaigns";
import { episodeRows } from "@/db/schema/episode-rows";
import type { Alarm } from "@/lib/domain/alarm";
import type { Outcome } from "@/lib/domain/outcome";
import type { Split } from "@/lib/domain/records";
import {
  TERMINATION_REASONS,
  type TerminationReason,
  type TerminationSource,
} from "@/lib/domain/termination";
import { disputeOf } from "./disputed";
import { episodeFacets } from "./episode-facets";
import { whereEpisodes, type EpisodeFilter } from "./episode-filter";
import { findPlace, readCursor, toCursor, type EpisodePlace } from "./episode-place";
import {
  campaignsToWalk,
  stretchesOf,
  type WalkedCampaign,
  type WalkedStretch,
} from "./episode-walk";
import type { CountBound, EpisodeFacets } from "./found-facets";

export type EpisodeRow = {
  campaignSlug: string;
  campaignName: string;
  seq: number;
  armKey: string;
  armName: string;
  caseKey: string;
  attackKey: string;
  split: Split;
  replica: number;
  termination: TerminationReason;
  terminationSource: TerminationSource;
  outcome: Outcome;
  /** Whether reviewers dispute the outcome: some dispute is open, all are settled, or there is none. */
  dispute: "open" | "settled" | null;
  hitBeforeAbort: boolean;
  weighable: boolean;
  /** Weight points. */
  damage: number;
  exposure: number;
  /** The rule that attributes the campaign's calls, in words; null where the record does. */
  attributedByRule: string | null;
  callCount: number;
  deniedCount: number;
  turns: number | null;
  durationMs: number | null;
  alarms: Alarm[];
  startedAt: Date | null;
};

export type EpisodeCounts = {
  total: number;
  /** False: at least so many, counting ended at a bound. */
  exact: boolean;
  /** Only reasons that occur, in the order of the domain's table. */
  byTermination: { reason: TerminationReason; count: number }[];
};

/** The columns of an `EpisodeRow`, for a select over `episodeRows`. */
export const episodeColumns = {
  campaignSlug: episodeRows.campaignSlug,
  campaignName: episodeRows.campaignName,
  seq: episodeRows.seq,
  armKey: episodeRows.armKey,
  armName: episodeRows.armName,
  caseKey: episodeRows.caseKey,
  attackKey: episodeRows.attackKey,
  split: episodeRows.split,
  replica: episodeRows.replica,
  termination: episodeRows.termination,
  terminationSource: episodeRows.terminationSource,
  outcome: episodeRows.outcome,
  dispute: disputeOf(),
  hitBeforeAbort: episodeRows.hitBeforeAbort,
  weighable: episodeRows.weighable,
  damage: episodeRows.damage,
  exposure: episodeRows.exposure,
  // `campaigns` has no campaign_id, so that the name means the row's own in any select.
  attributedByRule: sql<
    string | null
  >`(select c.record #>> '{attribution,rule}' from ${campaigns} c where c.id = ${episodeRows.campaignId})`,
  callCount: episodeRows.callCount,
  deniedCount: episodeRows.deniedCount,
  turns: episodeRows.turns,
  durationMs: episodeRows.durationMs,
  alarms: episodeRows.alarms,
  startedAt: episodeRows.startedAt,
};

/** One page of a list and how far it was searched. */
export type EpisodePage = {
  rows: EpisodeRow[];
  /** Where to go on; null when nothing can follow. */
  next: string | null;
  /** Episodes searched of those that could be in the filter, up to the end of this page. */
  searched: { episodes: number; of: number };
};

/**
 * One page of the filtered episodes: newest imported campaign first, in it by `seq`.
 *
 * In: `page.after` is the `next` of the page before, null for the first; `limit` is cut to 1..1,000. A
 * cursor that this project does not have begins at the start. `ms` ends the search for rows that are few
 * and far between (none by default) once `least` episodes were read (0 by default): the page is then
 * shorter, also empty, and `next` goes on from there.
 */
export async function listEpisodes(
  db: Db,
  scope: Scope,
  filter: EpisodeFilter,
  page: { after: string | null; limit: number; ms?: number; least?: number },
): Promise<EpisodePage> {
  const began = performance.now();
  const limit = Math.min(Math.max(Math.trunc(page.limit), 1), 1000);
  const [walked, start] = await Promise.all([
    campaignsToWalk(db, scope, filter),
    page.after === null ? null : findPlace(db, scope, readCursor(page.after)),
  ]);
  const rows: EpisodeRow[] = [];
  const of = walked.reduce((sum, { episodes }) => sum + episodes, 0);
  const upTo = (place: EpisodePlace | null, next: string | null): EpisodePage => ({
    rows: rows.slice(0, limit),
    next,
    searched: { episodes: next === null ? of : episodesUpTo(walked, place), of },
  });
  let read = 0;
  for (const stretch of stretchesOf(walked, filter, start)) {
    const found = await readStretch(db, scope, filter, stretch, limit + 1 - rows.length);
    rows.push(...found);
    const last = rows[limit - 1];
    if (rows.length > limit && last !== undefined) return upTo(last, toCursor(last));
    const place = { campaignSlug: stretch.campaign.slug, seq: stretch.until };
    read += stretch.until - stretch.after;
    const late = performance.now() - began > (page.ms ?? Infinity) && read >= (page.least ?? 0);
    const more = stretch.until < stretch.campaign.episodes || stretch.campaign !== walked.at(-1);
    if (more && late) return upTo(place, toCursor(place));
  }
  return upTo(null, null);
}

function readStretch(
  db: Db,
  scope: Scope,
  filter: EpisodeFilter,
  stretch: WalkedStretch,
  limit: number,
): Promise<EpisodeRow[]> {
  return db
    .select(episodeColumns)
    .from(episodeRows)
    .where(whereEpisodes(db, scope, filter, stretch))
    .orderBy(asc(episodeRows.seq))
    .limit(limit);
}

function episodesUpTo(walked: readonly WalkedCampaign[], place: EpisodePlace | null): number {
  const at = walked.findIndex(({ slug }) => slug === place?.campaignSlug);
  const newer = walked.slice(0, Math.max(at, 0));
  return newer.reduce((sum, { episodes }) => sum + episodes, 0) + (place?.seq ?? 0);
}

/** How many episodes the filter holds, and how they ended; `exact` as in `episodeFacets`. */
export async function countEpisodes(
  db: Db,
  scope: Scope,
  filter: EpisodeFilter,
  bound?: CountBound,
): Promise<EpisodeCounts> {
  return endingCounts(await episodeFacets(db, scope, { ...filter }, bound), filter);
}

/** The counts of facets as the API has them. */
export function endingCounts(found: EpisodeFacets, filter: EpisodeFilter): EpisodeCounts {
  const { total, exact, facets } = found;
  const counts = new Map(facets.termination?.map(({ value, count }) => [value, count]));
  const byTermination = TERMINATION_REASONS.flatMap((reason) => {
    const count = filter.termination === reason ? total : (counts.get(reason) ?? 0);
    return count === 0 ? [] : [{ reason, count }];
  });
  return { total, exact, byTermination };
}

/** The same case and replica in other arms of the project, newest campaign first, at most ten. */
export async function sameCaseElsewhere(
  db: Db,
  scope: Scope,
  campaignSlug: string,
  seq: number,
): Promise<EpisodeRow[]> {
  const where = eq(episodeRows.projectId, scope.projectId);
  const [self] = await db
    .select({
      campaignId: episodeRows.campaignId,
      armNo: episodeRows.armNo,
      caseKey: episodeRows.caseKey,
      replica: episodeRows.replica,
    })
    .from(episodeRows)
    .where(and(where, eq(episodeRows.campaignSlug, campaignSlug), eq(episodeRows.seq, seq)));
  if (self === undefined) return [];
  return db
    .select(episodeColumns)
    .from(episodeRows)
    .where(
      and(
        where,
        eq(episodeRows.caseKey, self.caseKey),
        eq(episodeRows.replica, self.replica),
        or(ne(episodeRows.campaignId, self.campaignId), ne(episodeRows.armNo, self.armNo)),
      ),
    )
    .orderBy(
      sql`${episodeRows.campaignStartedAt} desc nulls last`,
      desc(episodeRows.campaignId),
      asc(episodeRows.seq),
    )
    .limit(10);
}
