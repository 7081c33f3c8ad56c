import { and, asc, count, eq, gt, inArray, or, type SQL, sql } from "drizzle-orm";
import type { Db, Scope } from "@/db/client";
import { attempts } from "@/db/schema/attempts";
import { calls } from "@/db/schema/calls";
import { effects } from "@/db/schema/effects";
import type { CallPoints } from "@/lib/domain/episode-steps";
import type { StoredAttempt, StoredEffect } from "./episode-detail";

/** Which episode, as its lists are stored under. */
export type EpisodeKey = { campaignId: string; seq: number };

/** A call that carries weight points, by its place. */
export type WeighedCall = CallPoints & { attemptNo: number; callNo: number; tool: string };

/** The first `most` attempts of an episode. */
export async function attemptsOf(
  db: Db,
  scope: Scope,
  key: EpisodeKey,
  most: number,
): Promise<StoredAttempt[]> {
  return db
    .select({
      attemptNo: attempts.attemptNo,
      termination: attempts.termination,
      detail: attempts.detail,
      startedAt: attempts.startedAt,
      callCount: attempts.callCount,
      damage: attempts.damage,
    })
    .from(attempts)
    .where(
      and(
        eq(attempts.projectId, scope.projectId),
        eq(attempts.campaignId, key.campaignId),
        eq(attempts.episodeSeq, key.seq),
      ),
    )
    .orderBy(asc(attempts.attemptNo))
    .limit(most);
}

/** The first `most` effects, how many there are, and how many of them no call explains. */
export async function effectsOf(
  db: Db,
  scope: Scope,
  key: EpisodeKey,
  most: number,
): Promise<{ effects: StoredEffect[]; total: number; unexplained: number }> {
  const where = and(
    eq(effects.projectId, scope.projectId),
    eq(effects.campaignId, key.campaignId),
    eq(effects.episodeSeq, key.seq),
  );
  const [rows, [counted]] = await Promise.all([
    db
      .select({
        effectNo: effects.effectNo,
        tool: effects.tool,
        role: effects.role,
        effectAt: effects.effectAt,
        containsMarker: effects.containsMarker,
        callNo: effects.callNo,
        damage: effects.damage,
      })
      .from(effects)
      .where(where)
      .orderBy(asc(effects.effectNo))
      .limit(most),
    db
      .select({
        total: count(),
        unexplained: sql<number>`(count(*) filter (where ${effects.callNo} is null))::int`,
      })
      .from(effects)
      .where(where),
  ]);
  return { effects: rows, total: counted?.total ?? 0, unexplained: counted?.unexplained ?? 0 };
}

const pointColumns = {
  role: calls.role,
  weight: calls.weight,
  damage: calls.damage,
  exposure: calls.exposure,
  friction: calls.friction,
  unattributed: calls.unattributed,
};

/** Weight points of some calls of one attempt, by the calls' numbers from 0. */
export async function pointsOfCalls(
  db: Db,
  scope: Scope,
  key: EpisodeKey,
  attemptNo: number,
  callNos: readonly number[],
): Promise<Map<number, CallPoints>> {
  if (callNos.length === 0) return new Map();
  const rows = await db
    .select({ callNo: calls.callNo, ...pointColumns })
    .from(calls)
    .where(
      and(
        ofEpisode(scope, key),
        eq(calls.attemptNo, attemptNo),
        inArray(calls.callNo, [...callNos]),
      ),
    );
  return new Map(rows.map(({ callNo, ...points }) => [callNo, points]));
}

/** The calls that carry damage or exposure, in the order of the record: the first `most`, and how many. */
export async function weighedCalls(
  db: Db,
  scope: Scope,
  key: EpisodeKey,
  most: number,
): Promise<{ calls: WeighedCall[]; total: number }> {
  const where = and(ofEpisode(scope, key), or(gt(calls.damage, 0), gt(calls.exposure, 0)));
  const [rows, [counted]] = await Promise.all([
    db
      .select({
        attemptNo: calls.attemptNo,
        callNo: calls.callNo,
        tool: calls.tool,
        ...pointColumns,
      })
      .from(calls)
      .where(where)
      .orderBy(asc(calls.attemptNo), asc(calls.callNo))
      .limit(most),
    db.select({ total: count() }).from(calls).where(where),
  ]);
  return { calls: rows, total: counted?.total ?? 0 };
}

function ofEpisode(scope: Scope, key: EpisodeKey): SQL | undefined {
  return and(
    eq(calls.projectId, scope.projectId),
    eq(calls.campaignId, key.campaignId),
    eq(calls.episodeSeq, key.seq),
  );
}
