import { and, asc, count, desc, eq, gt, lt, ne, or, sql } from "drizzle-orm";
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
import { whereEpisodes, type EpisodeFilter } from "./episode-filter";

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

/** Where an episode is: what `after` and the neighbours speak of. */
export type EpisodePlace = { campaignSlug: string; seq: number };

export type EpisodeCounts = {
  total: number;
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

/**
 * One page of the filtered episodes: newest imported campaign first, in it by `seq`.
 *
 * In: `page.after` is the `next` of the page before, null for the first; `limit` is cut to 1..1,000.
 * A cursor that this project does not have begins at the start. Out: `next` is null on the last page.
 */
export async function listEpisodes(
  db: Db,
  scope: Scope,
  filter: EpisodeFilter,
  page: { after: string | null; limit: number },
): Promise<{ rows: EpisodeRow[]; next: string | null }> {
  const limit = Math.min(Math.max(Math.trunc(page.limit), 1), 1000);
  const where = whereEpisodes(db, scope, filter);
  const after = page.after === null ? null : await findPlace(db, scope, readCursor(page.after));
  const found: EpisodeRow[] = [];
  // Two index scans instead of one mixed-direction comparison, which no index serves (seq up, id down).
  if (after !== null) {
    const rest = and(
      where,
      eq(episodeRows.campaignId, after.campaignId),
      gt(episodeRows.seq, after.seq),
    );
    found.push(
      ...(await db
        .select(episodeColumns)
        .from(episodeRows)
        .where(rest)
        .orderBy(asc(episodeRows.seq))
        .limit(limit + 1)),
    );
  }
  if (found.length <= limit) {
    const older = after === null ? where : and(where, lt(episodeRows.campaignId, after.campaignId));
    found.push(
      ...(await db
        .select(episodeColumns)
        .from(episodeRows)
        .where(older)
        .orderBy(desc(episodeRows.campaignId), asc(episodeRows.seq))
        .limit(limit + 1 - found.length)),
    );
  }
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows, next: found.length > limit && last !== undefined ? toCursor(last) : null };
}

/** How many episodes the filter holds, and how they ended. */
export async function countEpisodes(
  db: Db,
  scope: Scope,
  filter: EpisodeFilter,
): Promise<EpisodeCounts> {
  const rows = await db
    .select({ reason: episodeRows.termination, count: count() })
    .from(episodeRows)
    .where(whereEpisodes(db, scope, filter))
    .groupBy(episodeRows.termination);
  const counts = new Map(rows.map((row) => [row.reason, row.count]));
  const byTermination = TERMINATION_REASONS.flatMap((reason) => {
    const found = counts.get(reason);
    return found === undefined ? [] : [{ reason, count: found }];
  });
  return { total: rows.reduce((sum, row) => sum + row.count, 0), byTermination };
}

/**
 * The episodes before and after one in the filtered list, its position (from 1; 0 when the filter does
 * not hold it) and the list's length.
 */
export async function neighbours(
  db: Db,
  scope: Scope,
  filter: EpisodeFilter,
  campaignSlug: string,
  seq: number,
): Promise<{
  previous: EpisodePlace | null;
  next: EpisodePlace | null;
  position: number;
  total: number;
}> {
  const where = whereEpisodes(db, scope, filter);
  const place = await findPlace(db, scope, { campaignSlug, seq });
  if (place === null) return { previous: null, next: null, position: 0, total: 0 };
  const columns = { campaignSlug: episodeRows.campaignSlug, seq: episodeRows.seq };
  const before = or(
    sql`${episodeRows.campaignId} > ${place.campaignId}`,
    and(eq(episodeRows.campaignId, place.campaignId), lt(episodeRows.seq, seq)),
  );
  const here = and(eq(episodeRows.campaignId, place.campaignId), eq(episodeRows.seq, seq));
  const beyond = or(
    lt(episodeRows.campaignId, place.campaignId),
    and(eq(episodeRows.campaignId, place.campaignId), gt(episodeRows.seq, seq)),
  );
  const [previous, next, counts] = await Promise.all([
    db
      .select(columns)
      .from(episodeRows)
      .where(and(where, before))
      .orderBy(asc(episodeRows.campaignId), desc(episodeRows.seq))
      .limit(1),
    db
      .select(columns)
      .from(episodeRows)
      .where(and(where, beyond))
      .orderBy(desc(episodeRows.campaignId), asc(episodeRows.seq))
      .limit(1),
    db
      .select({
        before: sql<number>`count(*) filter (where ${before})::int`,
        here: sql<number>`count(*) filter (where ${here})::int`,
        total: count(),
      })
      .from(episodeRows)
      .where(where),
  ]);
  const [counted] = counts;
  return {
    previous: previous[0] ?? null,
    next: next[0] ?? null,
    position: counted === undefined || counted.here === 0 ? 0 : counted.before + 1,
    total: counted?.total ?? 0,
  };
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

async function findPlace(
  db: Db,
  scope: Scope,
  place: EpisodePlace | null,
): Promise<{ campaignId: string; seq: number } | null> {
  if (place === null) return null;
  const [row] = await db
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(and(eq(campaigns.projectId, scope.projectId), eq(campaigns.slug, place.campaignSlug)));
  return row === undefined ? null : { campaignId: row.id, seq: place.seq };
}

/** Readable on purpose: an address may carry it, and it says nothing that the row does not. */
function toCursor(place: EpisodePlace): string {
  return `${place.campaignSlug}.${place.seq}`;
}

function readCursor(cursor: string): EpisodePlace | null {
  const match = /^([a-z0-9-]{1,60})\.([1-9][0-9]{0,8})$/.exec(cursor);
  if (match?.[1] === undefined || match[2] === undefined) return null;
  return { campaignSlug: match[1], seq: Number(match[2]) };
}
