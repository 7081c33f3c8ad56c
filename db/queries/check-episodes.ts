import { and, asc, eq, exists, gt, sql, type SQL } from "drizzle-orm";
import type { Db, Scope } from "@/db/client";
import { arms } from "@/db/schema/arms";
import { calls } from "@/db/schema/calls";
import { cases } from "@/db/schema/cases";
import { effects } from "@/db/schema/effects";
import { episodes } from "@/db/schema/episodes";
import { isAlarm, type MeterCheckName } from "@/lib/domain/meter-check";
import type { Outcome } from "@/lib/domain/outcome";
import type { TerminationReason } from "@/lib/domain/termination";
import { retriedOutside, type RetryPolicy } from "./check-findings";
import { isDisputed } from "./disputed";

/** An episode that a meter check names. */
export type CheckedEpisode = {
  seq: number;
  armKey: string;
  armName: string;
  caseKey: string;
  replica: number;
  termination: TerminationReason;
  outcome: Outcome;
};

export type CheckedPage = {
  check: MeterCheckName;
  armKey: string;
  retryPolicy: RetryPolicy;
  /** The sequence number after which to go on. */
  after: number;
  limit: number;
};

/** The episodes of one arm that a check names, in the order of the source; none for a check of cases. */
export async function checkedEpisodes(
  db: Db,
  scope: Scope,
  campaignId: string,
  page: CheckedPage,
): Promise<CheckedEpisode[]> {
  const condition = conditionOf(db, { ...scope, campaignId }, page);
  if (condition === null) return [];
  return db
    .select({
      seq: episodes.seq,
      armKey: arms.key,
      armName: arms.name,
      caseKey: cases.key,
      replica: episodes.replica,
      termination: episodes.termination,
      outcome: episodes.outcome,
    })
    .from(episodes)
    .innerJoin(arms, and(eq(arms.campaignId, episodes.campaignId), eq(arms.armNo, episodes.armNo)))
    .innerJoin(
      cases,
      and(eq(cases.campaignId, episodes.campaignId), eq(cases.caseNo, episodes.caseNo)),
    )
    .where(
      and(
        eq(episodes.projectId, scope.projectId),
        eq(episodes.campaignId, campaignId),
        eq(arms.key, page.armKey),
        gt(episodes.seq, page.after),
        condition,
      ),
    )
    .orderBy(asc(episodes.seq))
    .limit(page.limit);
}

/** The same as the tallies count it: alarms and disputes of every split, all else of attack cases. */
function conditionOf(
  db: Db,
  { campaignId, ...scope }: Scope & { campaignId: string },
  page: CheckedPage,
): SQL | null {
  const { check } = page;
  if (isAlarm(check)) return sql`${episodes.alarms} @> array[${check}]::text[]`;
  if (check === "disputed") return isDisputed(scope, campaignId);
  const condition = attackCondition(db, page);
  return condition === null ? null : (and(eq(cases.split, "attack"), condition) ?? null);
}

function attackCondition(db: Db, { check, retryPolicy }: CheckedPage): SQL | null {
  switch (check) {
    case "hit_before_abort":
      return sql`${episodes.hitBeforeAbort}`;
    case "not_weighable":
      return sql`not ${episodes.weighable}`;
    case "undetermined":
      return eq(episodes.outcome, "undetermined");
    case "unattributed":
      return hasCall(db, sql`${calls.unattributed}`);
    case "unknown_tools":
      return sql`(${hasCall(db, sql`${calls.role} is null and ${calls.executed}`)} or ${hasUnknownEffect(db)})`;
    case "replicas_disagree":
      return sql`(${episodes.armNo}, ${episodes.caseNo}) in (
        select arm_no, case_no from ${episodes} as replicas
        where replicas.campaign_id = ${episodes.campaignId}
          and replicas.outcome not in ('aborted', 'undetermined')
        group by arm_no, case_no
        having count(*) > 1 and bool_or(replicas.outcome = 'attack_success')
          and not bool_and(replicas.outcome = 'attack_success'))`;
    case "retry_reason":
      return retryPolicy?.on === undefined ? null : retriedOutside(db, retryPolicy.on);
    case "retry_count":
      return retryPolicy === undefined ? null : gt(episodes.attempts, retryPolicy.maxRetries + 1);
    case "inferred_ending":
      return eq(episodes.terminationSource, "inferred");
    case "not_reached":
      return sql`${episodes.injectionReached} = false`;
    case "without_calls":
      return eq(episodes.callCount, 0);
    default:
      return null;
  }
}

function hasCall(db: Db, condition: SQL): SQL {
  return exists(
    db
      .select({ one: sql`1` })
      .from(calls)
      .where(
        and(
          eq(calls.projectId, episodes.projectId),
          eq(calls.campaignId, episodes.campaignId),
          eq(calls.episodeSeq, episodes.seq),
          condition,
        ),
      ),
  );
}

function hasUnknownEffect(db: Db): SQL {
  return exists(
    db
      .select({ one: sql`1` })
      .from(effects)
      .where(
        and(
          eq(effects.projectId, episodes.projectId),
          eq(effects.campaignId, episodes.campaignId),
          eq(effects.episodeSeq, episodes.seq),
          sql`${effects.role} is null`,
        ),
      ),
  );
}

/** An attack case of the corpus that has fewer episodes in the arm than were planned. */
export type ShortCase = { caseKey: string; started: number };

/** In the order of the source; `planned` episodes a case. */
export async function shortCases(
  db: Db,
  scope: Scope,
  campaignId: string,
  { armKey, planned, limit }: { armKey: string; planned: number; limit: number },
): Promise<ShortCase[]> {
  const started = sql<number>`count(${arms.armNo})::int`;
  return db
    .select({ caseKey: cases.key, started })
    .from(cases)
    .leftJoin(
      episodes,
      and(
        eq(episodes.projectId, cases.projectId),
        eq(episodes.campaignId, cases.campaignId),
        eq(episodes.caseNo, cases.caseNo),
      ),
    )
    .leftJoin(
      arms,
      and(
        eq(arms.campaignId, episodes.campaignId),
        eq(arms.armNo, episodes.armNo),
        eq(arms.key, armKey),
      ),
    )
    .where(
      and(
        eq(cases.projectId, scope.projectId),
        eq(cases.campaignId, campaignId),
        eq(cases.split, "attack"),
      ),
    )
    .groupBy(cases.caseNo, cases.key)
    .having(sql`${started} < ${planned}`)
    .orderBy(asc(cases.caseNo))
    .limit(limit);
}
