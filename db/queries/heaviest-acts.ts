import { and, asc, desc, eq, gt, sql } from "drizzle-orm";
import type { Db, Scope } from "@/db/client";
import { calls } from "@/db/schema/calls";
import { effects } from "@/db/schema/effects";
import { episodeRows } from "@/db/schema/episode-rows";
import { episodes } from "@/db/schema/episodes";
import type { Role } from "@/lib/domain/role";

/** An act that did damage. `damage` in weight points. */
export type HeavyAct = {
  seq: number;
  armKey: string;
  caseKey: string;
  replica: number;
  tool: string;
  role: Role | null;
  damage: number;
  attemptNo: number;
  /** One of the two: its number among the attempt's calls, or the episode's effects. */
  callNo: number | null;
  effectNo: number | null;
};

/**
 * The acts of a campaign that did damage, heaviest first, then in the order of the source: the calls, and
 * the effects that no call explains.
 */
export async function heaviestActs(
  db: Db,
  scope: Scope,
  campaignId: string,
  limit: number,
): Promise<HeavyAct[]> {
  const [called, effected] = await Promise.all([
    heaviestCalls(db, scope, campaignId, limit),
    heaviestEffects(db, scope, campaignId, limit),
  ]);
  return [...called, ...effected]
    .toSorted((a, b) => b.damage - a.damage || a.seq - b.seq || a.attemptNo - b.attemptNo)
    .slice(0, limit);
}

const actColumns = {
  seq: episodeRows.seq,
  armKey: episodeRows.armKey,
  caseKey: episodeRows.caseKey,
  replica: episodeRows.replica,
};

async function heaviestCalls(db: Db, scope: Scope, campaignId: string, limit: number) {
  return db
    .select({
      ...actColumns,
      tool: calls.tool,
      role: calls.role,
      damage: calls.damage,
      attemptNo: calls.attemptNo,
      callNo: calls.callNo,
      effectNo: sql<null>`null`,
    })
    .from(episodeRows)
    .innerJoin(
      calls,
      and(
        eq(calls.projectId, episodeRows.projectId),
        eq(calls.campaignId, episodeRows.campaignId),
        eq(calls.episodeSeq, episodeRows.seq),
      ),
    )
    .where(
      and(
        eq(episodeRows.projectId, scope.projectId),
        eq(episodeRows.campaignId, campaignId),
        gt(calls.damage, 0),
      ),
    )
    .orderBy(desc(calls.damage), asc(episodeRows.seq), asc(calls.attemptNo), asc(calls.callNo))
    .limit(limit);
}

/** Effects are of an episode's last attempt (methods.md 2). */
async function heaviestEffects(db: Db, scope: Scope, campaignId: string, limit: number) {
  return db
    .select({
      ...actColumns,
      tool: effects.tool,
      role: effects.role,
      damage: effects.damage,
      attemptNo: episodes.attempts,
      callNo: sql<null>`null`,
      effectNo: effects.effectNo,
    })
    .from(episodeRows)
    .innerJoin(
      effects,
      and(
        eq(effects.projectId, episodeRows.projectId),
        eq(effects.campaignId, episodeRows.campaignId),
        eq(effects.episodeSeq, episodeRows.seq),
      ),
    )
    .innerJoin(
      episodes,
      and(
        eq(episodes.projectId, episodeRows.projectId),
        eq(episodes.campaignId, episodeRows.campaignId),
        eq(episodes.seq, episodeRows.seq),
      ),
    )
    .where(
      and(
        eq(episodeRows.projectId, scope.projectId),
        eq(episodeRows.campaignId, campaignId),
        gt(effects.damage, 0),
      ),
    )
    .orderBy(desc(effects.damage), asc(episodeRows.seq), asc(effects.effectNo))
    .limit(limit);
}
