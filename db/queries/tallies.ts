import { and, asc, eq, inArray } from "drizzle-orm";
import type { Db, Scope } from "@/db/client";
import { tallies } from "@/db/schema/tallies";
import type { Tally } from "@/lib/domain/tally";

/**
 * The tallies of these campaigns by campaign id, each by arm and case in the order of the source.
 * A campaign of another project, or without episodes, is not in the map.
 */
export async function talliesOfCampaigns(
  db: Db,
  scope: Scope,
  campaignIds: readonly string[],
): Promise<Map<string, Tally[]>> {
  if (campaignIds.length === 0) return new Map();
  const rows = await db
    .select({ campaignId: tallies.campaignId, body: tallies.body })
    .from(tallies)
    .where(
      and(eq(tallies.projectId, scope.projectId), inArray(tallies.campaignId, [...campaignIds])),
    )
    .orderBy(asc(tallies.campaignId), asc(tallies.armNo), asc(tallies.caseNo));
  const byCampaign = new Map<string, Tally[]>();
  for (const row of rows) {
    const list = byCampaign.get(row.campaignId);
    if (list === undefined) byCampaign.set(row.campaignId, [row.body]);
    else list.push(row.body);
  }
  return byCampaign;
}
