import { and, desc, eq, inArray } from "drizzle-orm";
import type { Db, Scope } from "@/db/client";
import { campaignHolds } from "@/db/schema/campaign-holds";
import type { Hold, HoldAct } from "@/lib/domain/hold";

export type HoldRow = Hold & { no: number; act: HoldAct };

const columns = {
  no: campaignHolds.no,
  act: campaignHolds.act,
  reason: campaignHolds.reason,
  by: campaignHolds.doneBy,
  at: campaignHolds.doneAt,
};

/** Every time that a campaign was held and released, newest first, the last 200. */
export async function holdsOf(db: Db, scope: Scope, campaignId: string): Promise<HoldRow[]> {
  return db
    .select(columns)
    .from(campaignHolds)
    .where(
      and(eq(campaignHolds.projectId, scope.projectId), eq(campaignHolds.campaignId, campaignId)),
    )
    .orderBy(desc(campaignHolds.no))
    .limit(200);
}

/** The hold that a campaign is on now; null: none. */
export async function holdOf(
  db: Pick<Db, "selectDistinctOn">,
  scope: Scope,
  campaignId: string,
): Promise<Hold | null> {
  return (await holdsNow(db, scope, [campaignId])).get(campaignId) ?? null;
}

/** The holds that campaigns are on now, by their ids; those on none are not in it. */
export async function holdsNow(
  db: Pick<Db, "selectDistinctOn">,
  scope: Scope,
  campaignIds: readonly string[],
): Promise<Map<string, Hold>> {
  if (campaignIds.length === 0) return new Map();
  const rows = await db
    .selectDistinctOn([campaignHolds.campaignId], { id: campaignHolds.campaignId, ...columns })
    .from(campaignHolds)
    .where(
      and(
        eq(campaignHolds.projectId, scope.projectId),
        inArray(campaignHolds.campaignId, [...campaignIds]),
      ),
    )
    .orderBy(campaignHolds.campaignId, desc(campaignHolds.no));
  return new Map(
    rows.flatMap(({ id, act, reason, by, at }) =>
      act === "held" ? [[id, { reason, by, at }] as const] : [],
    ),
  );
}
