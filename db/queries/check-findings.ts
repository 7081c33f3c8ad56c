import { and, count, eq, gt, lt, sql } from "drizzle-orm";
import type { Db, Scope } from "@/db/client";
import { arms } from "@/db/schema/arms";
import { attempts } from "@/db/schema/attempts";
import { cases } from "@/db/schema/cases";
import { episodes } from "@/db/schema/episodes";
import type { Alarm } from "@/lib/domain/alarm";
import type { CampaignRecord } from "@/lib/domain/records";
import { isDisputed } from "./disputed";

/** What the stored episodes of one arm tell of the meter checks that tallies do not hold. */
export type ArmFindingsRow = {
  alarms: Partial<Record<Alarm, number>>;
  retryReason: number;
  retryCount: number;
  disputed: number;
};

export type RetryPolicy = CampaignRecord["retryPolicy"];

/**
 * By arm key. `look` says what the tallies let expect: what cannot be there is not looked for, so that a
 * quiet campaign of a million episodes costs nothing.
 */
export async function findingsOfArms(
  db: Db,
  scope: Scope,
  campaignId: string,
  { retryPolicy, look }: { retryPolicy: RetryPolicy; look: { alarms: boolean; retries: boolean } },
): Promise<Map<string, ArmFindingsRow>> {
  const inCampaign = and(
    eq(episodes.projectId, scope.projectId),
    eq(episodes.campaignId, campaignId),
  );
  const [armRows, alarmRows, overRows, reasonRows, disputedRows] = await Promise.all([
    db
      .select({ armNo: arms.armNo, key: arms.key })
      .from(arms)
      .where(and(eq(arms.projectId, scope.projectId), eq(arms.campaignId, campaignId))),
    look.alarms
      ? db
          .select({
            armNo: episodes.armNo,
            alarm: sql<Alarm>`unnest(${episodes.alarms})`.as("alarm"),
            found: count(),
          })
          .from(episodes)
          .where(and(inCampaign, sql`cardinality(${episodes.alarms}) > 0`))
          .groupBy(episodes.armNo, sql`alarm`)
      : [],
    look.retries && retryPolicy !== undefined
      ? db
          .select({ armNo: episodes.armNo, found: count() })
          .from(episodes)
          .innerJoin(cases, caseOf)
          .where(and(inCampaign, attackCase, gt(episodes.attempts, retryPolicy.maxRetries + 1)))
          .groupBy(episodes.armNo)
      : [],
    look.retries && retryPolicy?.on !== undefined
      ? db
          .select({ armNo: episodes.armNo, found: count() })
          .from(episodes)
          .innerJoin(cases, caseOf)
          .where(and(inCampaign, attackCase, retriedOutside(db, retryPolicy.on)))
          .groupBy(episodes.armNo)
      : [],
    db
      .select({ armNo: episodes.armNo, found: count() })
      .from(episodes)
      .where(and(inCampaign, isDisputed(scope, campaignId)))
      .groupBy(episodes.armNo),
  ]);
  const of = (rows: readonly { armNo: number; found: number }[], armNo: number) =>
    rows.find((row) => row.armNo === armNo)?.found ?? 0;
  return new Map(
    armRows.map(({ armNo, key }) => [
      key,
      {
        alarms: Object.fromEntries(
          alarmRows.filter((row) => row.armNo === armNo).map((row) => [row.alarm, row.found]),
        ),
        retryCount: of(overRows, armNo),
        retryReason: of(reasonRows, armNo),
        disputed: of(disputedRows, armNo),
      },
    ]),
  );
}

const caseOf = and(
  eq(cases.projectId, episodes.projectId),
  eq(cases.campaignId, episodes.campaignId),
  eq(cases.caseNo, episodes.caseNo),
);
const attackCase = eq(cases.split, "attack");

/** An attempt that was repeated although the policy does not name its ending. */
export function retriedOutside(db: Db, allowed: readonly string[]) {
  const names = sql.join(
    allowed.map((name) => sql`${name}`),
    sql`, `,
  );
  const outside = allowed.length === 0 ? undefined : sql`${attempts.termination} not in (${names})`;
  return sql`exists ${db
    .select({ one: sql`1` })
    .from(attempts)
    .where(
      and(
        eq(attempts.projectId, episodes.projectId),
        eq(attempts.campaignId, episodes.campaignId),
        eq(attempts.episodeSeq, episodes.seq),
        lt(attempts.attemptNo, episodes.attempts),
        outside,
      ),
    )}`;
}
