import { and, eq, gt, inArray, lte, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Db, Scope } from "@/db/client";
import { calls } from "@/db/schema/calls";
import { episodeRows } from "@/db/schema/episode-rows";
import { callConditions, MARKER_PLACES, whereEpisodes, type EpisodeFilter } from "./episode-filter";
import { campaignsToWalk, stretchesOf, type WalkedStretch } from "./episode-walk";
import { FacetSums, withoutFixed, type FacetName, type Facets } from "./facet-sums";

export type EpisodeFacets = {
  total: number;
  /** False: at least so many, the counting ended at a bound, and every count is of what was looked at. */
  exact: boolean;
  /** Episodes looked at, of those that could be in the filter; equal where `exact`. */
  searched: { episodes: number; of: number };
  facets: Facets;
};

/** Where counting one by one ends: at so many found, or by the clock once `least` were looked at. */
export type CountBound = { episodes: number; ms: number; least?: number };
export const COUNT_BOUND: CountBound = { episodes: 10_000, ms: 60 };

const OF_ROW = ["termination", "outcome", "arm", "attack", "alarm"] as const;

/** Counts what a filter finds piece by piece, newest first, until the bound; see `episodeFacets`. */
export async function countFound(
  db: Db,
  scope: Scope,
  filter: EpisodeFilter,
  bound: CountBound,
): Promise<EpisodeFacets> {
  const began = performance.now();
  const walked = await campaignsToWalk(db, scope, filter);
  const of = walked.reduce((sum, { episodes }) => sum + episodes, 0);
  const sums = new FacetSums<FacetName>([...OF_ROW, "tool", "decision", "marker"]);
  const ofRows = new FacetSums(OF_ROW);
  let searched = 0;
  for (const stretch of stretchesOf(walked, filter, null)) {
    await addStretch(db, scope, filter, stretch, { ofRows, sums });
    searched += stretch.until - stretch.after;
    if (ofRows.total >= bound.episodes) break;
    if (searched >= (bound.least ?? 0) && performance.now() - began > bound.ms) break;
  }
  return {
    total: ofRows.total,
    exact: searched === of,
    searched: { episodes: searched, of },
    facets: withoutFixed({ ...sums.facets(), ...ofRows.facets() }, filter),
  };
}

type Sums = { ofRows: FacetSums<(typeof OF_ROW)[number]>; sums: FacetSums<FacetName> };

async function addStretch(
  db: Db,
  scope: Scope,
  filter: EpisodeFilter,
  stretch: WalkedStretch,
  { ofRows, sums }: Sums,
): Promise<void> {
  const { termination, outcome, armKey, attackKey, alarms } = episodeRows;
  const rows = await db
    .select({
      termination,
      outcome,
      arm: armKey,
      attack: attackKey,
      alarm: sql<string>`case when cardinality(${alarms}) > 0 then 'yes' else 'no' end`,
      count: sql<number>`count(*)::int`,
      seqs: sql<number[]>`array_agg(${episodeRows.seq})`,
    })
    .from(episodeRows)
    .where(whereEpisodes(db, scope, filter, stretch))
    .groupBy(termination, outcome, armKey, attackKey, sql`5`);
  for (const row of rows) ofRows.add(row, row.count);
  const seqs = rows.flatMap((row) => row.seqs);
  if (seqs.length === 0) return;
  for (const row of await callsOf(db, scope, filter, stretch, seqs)) {
    if (row.tool !== null) sums.addTo("tool", row.tool, row.count);
    else if (row.decision !== null) sums.addTo("decision", row.decision, row.count);
    else if (row.all)
      for (const place of MARKER_PLACES)
        if (row[place] > 0) sums.addTo("marker", place, row[place]);
  }
}

/** Episodes among `seqs` by the tools, decisions and marks of the calls that the filter asks for. */
function callsOf(
  db: Db,
  scope: Scope,
  filter: EpisodeFilter,
  stretch: WalkedStretch,
  seqs: readonly number[],
) {
  const { tool, decision, episodeSeq } = calls;
  const marked = (condition: PgColumn) =>
    sql<number>`(count(distinct ${episodeSeq}) filter (where ${condition}))::int`;
  return db
    .select({
      tool: sql<string | null>`${tool}`,
      decision: sql<string | null>`${decision}`,
      all: sql<boolean>`grouping(${tool}, ${decision}) = 3`,
      count: sql<number>`count(distinct ${episodeSeq})::int`,
      arguments: marked(calls.markerInArguments),
      result: marked(calls.markerInResult),
      returned: marked(calls.markerReturned),
    })
    .from(calls)
    .where(
      and(
        eq(calls.projectId, scope.projectId),
        eq(calls.campaignId, stretch.campaignId),
        gt(calls.episodeSeq, stretch.after),
        lte(calls.episodeSeq, stretch.until),
        inArray(calls.episodeSeq, sql`(select unnest(${sql.param(seqs)}::int[]))`),
        ...callConditions(filter),
      ),
    )
    .groupBy(sql`grouping sets ((${tool}), (${decision}), ())`);
}
