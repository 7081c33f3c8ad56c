import { createHash } from "node:crypto";
import { and, asc, eq, sql } from "drizzle-orm";
import type { Db, Scope } from "@/db/client";
import { attempts } from "@/db/schema/attempts";
import { calls } from "@/db/schema/calls";
import { cases } from "@/db/schema/cases";
import { effects } from "@/db/schema/effects";
import { episodeRows } from "@/db/schema/episode-rows";
import { episodeRecords } from "@/db/schema/episode-records";
import { episodes } from "@/db/schema/episodes";
import type { ContentDrop } from "@/lib/domain/content-drop";
import type { CallFacts } from "@/lib/domain/facts";
import type { CallRecord } from "@/lib/domain/records";
import type { Role } from "@/lib/domain/role";
import type { TerminationReason } from "@/lib/domain/termination";
import { dropOf } from "./content-drops";
import { episodeColumns, type EpisodeRow } from "./episodes";

/** One stored call. `attemptNo` counts from 1, `callNo` from 0 as events and effects name it. */
export type StoredCall = CallFacts & {
  attemptNo: number;
  callNo: number;
  decision: NonNullable<CallRecord["decision"]>["outcome"] | null;
  rule: string | null;
  reason: string | null;
  executed: boolean;
  authorised: boolean | null;
  markerInArguments: boolean | null;
  markerInResult: boolean | null;
  markerReturned: boolean | null;
  turn: number | null;
  calledAt: Date | null;
};

export type StoredAttempt = {
  attemptNo: number;
  termination: TerminationReason;
  detail: string | null;
  startedAt: Date | null;
  callCount: number;
  damage: number;
};

export type StoredEffect = {
  effectNo: number;
  tool: string;
  role: Role | null;
  effectAt: Date | null;
  containsMarker: boolean | null;
  /** The call that explains it; null for an effect that none does. */
  callNo: number | null;
  damage: number;
};

/** An episode with what was derived from its record, without the record and without its lists. */
export type EpisodeHead = EpisodeRow & {
  campaignId: string;
  /** How the content of its campaign was dropped, and its record's with it; null: it was not. */
  dropped: ContentDrop | null;
  /** Of the record: its length in bytes, 0 where it was dropped, and the digest written at import, hex. */
  recordBytes: number;
  sha256: string;
  /** Another whenever the stored row was written anew. */
  recordVersion: string;
  terminationDetail: string | null;
  outcomeReason: string;
  taskCompleted: boolean | null;
  attackerAction: boolean | null;
  injectionReached: boolean | null;
  damageInEarlierAttempts: number;
  attemptCount: number;
  tokens: number | null;
  costUsd: number | null;
  hadNul: boolean;
  hadLoneSurrogate: boolean;
  case: {
    key: string;
    userTask: string | null;
    door: string | null;
    injectionText: string | null;
    goalTool: string | null;
    goalParameter: string | null;
    ceiling: number | null;
  };
};

export type EpisodeDetail = EpisodeHead & {
  /** Whether the bytes still have the digest of the import; null where they were dropped. */
  unchanged: boolean | null;
  /** The record's bytes as they were kept at import; null where they were dropped. */
  raw: Uint8Array | null;
  attempts: StoredAttempt[];
  /** Calls of every attempt in order; the last attempt's are those of the record. */
  calls: StoredCall[];
  effects: StoredEffect[];
};

/** One episode with its record and everything derived from it, or null. Costs what the record costs. */
export async function findEpisode(
  db: Db,
  scope: Scope,
  campaignSlug: string,
  seq: number,
): Promise<EpisodeDetail | null> {
  const head = await findEpisodeHead(db, scope, campaignSlug, seq);
  if (head === null) return null;
  const [raw, parts] = await Promise.all([
    rawOf(db, scope, head.campaignId, seq),
    readParts(db, scope, head.campaignId, seq),
  ]);
  if (raw === null) {
    // Gone without having been dropped: the digest of nothing is not that of the record.
    return { ...head, ...parts, raw, unchanged: head.dropped === null ? false : null };
  }
  const unchanged = createHash("sha256").update(raw).digest("hex") === head.sha256;
  return { ...head, ...parts, raw, unchanged };
}

/** One episode without its record, or null: costs the same whatever the record holds. */
export async function findEpisodeHead(
  db: Db,
  scope: Scope,
  campaignSlug: string,
  seq: number,
): Promise<EpisodeHead | null> {
  if (!Number.isInteger(seq) || seq < 1 || seq > 2_147_483_647) return null;
  const [row] = await db
    .select({
      summary: episodeColumns,
      campaignId: episodes.campaignId,
      terminationDetail: episodes.terminationDetail,
      outcomeReason: episodes.outcomeReason,
      taskCompleted: episodes.taskCompleted,
      attackerAction: episodes.attackerAction,
      injectionReached: episodes.injectionReached,
      damageInEarlierAttempts: episodes.damageInEarlierAttempts,
      tokens: episodes.tokens,
      costUsd: episodes.costUsd,
      hadNul: episodes.hadNul,
      hadLoneSurrogate: episodes.hadLoneSurrogate,
      attemptCount: episodes.attempts,
      recordBytes: sql<number>`coalesce(octet_length(${episodeRecords.raw}), 0)`,
      hasRecord: sql<boolean>`${episodeRecords.raw} is not null`,
      sha256: sql<string>`encode(${episodeRecords.sha256}, 'hex')`,
      // The row's version (PostgreSQL, system columns): the transaction that wrote it.
      recordVersion: sql<string>`${episodeRecords}.xmin::text`,
      case: {
        key: cases.key,
        userTask: cases.userTask,
        door: cases.door,
        injectionText: cases.injectionText,
        goalTool: cases.goalTool,
        goalParameter: cases.goalParameter,
        ceiling: cases.ceiling,
      },
    })
    .from(episodeRows)
    .innerJoin(
      episodes,
      and(
        eq(episodes.projectId, episodeRows.projectId),
        eq(episodes.campaignId, episodeRows.campaignId),
        eq(episodes.seq, episodeRows.seq),
      ),
    )
    .innerJoin(
      cases,
      and(
        eq(cases.projectId, episodes.projectId),
        eq(cases.campaignId, episodes.campaignId),
        eq(cases.caseNo, episodes.caseNo),
      ),
    )
    .innerJoin(
      episodeRecords,
      and(
        eq(episodeRecords.projectId, episodes.projectId),
        eq(episodeRecords.campaignId, episodes.campaignId),
        eq(episodeRecords.seq, episodes.seq),
      ),
    )
    .where(
      and(
        eq(episodeRows.projectId, scope.projectId),
        eq(episodeRows.campaignSlug, campaignSlug),
        eq(episodeRows.seq, seq),
      ),
    );
  if (row === undefined) return null;
  const { summary, hasRecord, ...rest } = row;
  // Only where the bytes are gone is it asked why.
  const dropped = hasRecord ? null : await dropOf(db, scope, row.campaignId);
  return { ...summary, ...rest, dropped };
}

async function rawOf(
  db: Db,
  scope: Scope,
  campaignId: string,
  seq: number,
): Promise<Uint8Array | null> {
  const [row] = await db
    .select({ raw: episodeRecords.raw })
    .from(episodeRecords)
    .where(
      and(
        eq(episodeRecords.projectId, scope.projectId),
        eq(episodeRecords.campaignId, campaignId),
        eq(episodeRecords.seq, seq),
      ),
    );
  return row?.raw ?? null;
}

async function readParts(
  db: Db,
  scope: Scope,
  campaignId: string,
  seq: number,
): Promise<Pick<EpisodeDetail, "attempts" | "calls" | "effects">> {
  const [attemptRows, callRows, effectRows] = await Promise.all([
    db
      .select()
      .from(attempts)
      .where(
        and(
          eq(attempts.projectId, scope.projectId),
          eq(attempts.campaignId, campaignId),
          eq(attempts.episodeSeq, seq),
        ),
      )
      .orderBy(asc(attempts.attemptNo)),
    db
      .select()
      .from(calls)
      .where(
        and(
          eq(calls.projectId, scope.projectId),
          eq(calls.campaignId, campaignId),
          eq(calls.episodeSeq, seq),
        ),
      )
      .orderBy(asc(calls.attemptNo), asc(calls.callNo)),
    db
      .select()
      .from(effects)
      .where(
        and(
          eq(effects.projectId, scope.projectId),
          eq(effects.campaignId, campaignId),
          eq(effects.episodeSeq, seq),
        ),
      )
      .orderBy(asc(effects.effectNo)),
  ]);
  return {
    attempts: attemptRows.map(withoutPlace),
    calls: callRows.map(withoutPlace),
    effects: effectRows.map(withoutPlace),
  };
}

function withoutPlace<Row extends { projectId: string; campaignId: string; episodeSeq: number }>(
  row: Row,
): Omit<Row, "projectId" | "campaignId" | "episodeSeq"> {
  const { projectId: _project, campaignId: _campaign, episodeSeq: _episode, ...rest } = row;
  return rest;
}
