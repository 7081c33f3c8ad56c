import { and, eq, inArray, sql, type SQL } from "drizzle-orm";
import type { Db, Scope } from "@/db/client";
import { campaigns } from "@/db/schema/campaigns";
import { facetCounts, LEVEL } from "@/db/schema/facet-counts";
import { reasonsOf, type EpisodeFilter } from "./episode-filter";

/** Whether the counts written at import know all that the filter asks: all but a case and a text. */
export function isCounted(filter: EpisodeFilter): boolean {
  return filter.case === undefined && (filter.text === undefined || filter.text === "");
}

/** The level of the counts that tells apart what the filter does. */
export function levelOf(filter: EpisodeFilter): number {
  const { attack, tool, decision, marker } = filter;
  return (
    (attack === undefined ? 0 : LEVEL.attack) +
    (tool === undefined ? 0 : LEVEL.tool) +
    (decision === undefined ? 0 : LEVEL.decision) +
    (marker === undefined ? 0 : LEVEL.marker)
  );
}

/** The rows of `facetCounts` whose sum is the filter without its case and text; `level` tells more apart. */
export function whereCounts(
  db: Db,
  scope: Scope,
  filter: EpisodeFilter,
  level = levelOf(filter),
): SQL | undefined {
  const rows = facetCounts;
  const { campaign, arm, split, outcome, termination, termClass } = filter;
  const { attack, tool, decision, marker, alarm } = filter;
  return and(
    eq(rows.projectId, scope.projectId),
    eq(rows.level, level),
    campaign === undefined
      ? undefined
      : eq(
          rows.campaignId,
          db
            .select({ id: campaigns.id })
            .from(campaigns)
            .where(and(eq(campaigns.projectId, scope.projectId), eq(campaigns.slug, campaign))),
        ),
    arm === undefined ? undefined : eq(rows.arm, arm),
    split === undefined ? undefined : sql`${rows.split} = ${split}`,
    outcome === undefined ? undefined : sql`${rows.outcome} = ${outcome}`,
    termination === undefined ? undefined : sql`${rows.termination} = ${termination}`,
    termClass === undefined ? undefined : inArray(rows.termination, reasonsOf(termClass)),
    alarm === undefined ? undefined : eq(rows.alarm, alarm),
    attack === undefined ? undefined : eq(rows.attack, attack),
    tool === undefined ? undefined : eq(rows.tool, tool),
    decision === undefined ? undefined : eq(rows.decision, decision),
    marker === undefined ? undefined : eq(rows.marker, marker),
  );
}
