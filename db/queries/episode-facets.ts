import { and, eq, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Db, Scope } from "@/db/client";
import { facetCounts, LEVEL } from "@/db/schema/facet-counts";
import type { EpisodeFilter } from "./episode-filter";
import { isCounted, levelOf, whereCounts } from "./facet-filter";
import { FacetSums, withoutFixed, type FacetName, type FacetValue } from "./facet-sums";
import { COUNT_BOUND, countFound, type CountBound, type EpisodeFacets } from "./found-facets";

/**
 * How many episodes the filter holds and by what it can be narrowed. Exact, from the counts written at
 * import, unless it names a case or a text: those are counted one by one, newest first, up to the bound.
 */
export async function episodeFacets(
  db: Db,
  scope: Scope,
  filter: EpisodeFilter,
  bound: CountBound = COUNT_BOUND,
): Promise<EpisodeFacets> {
  if (!isCounted(filter)) return countFound(db, scope, filter, bound);
  const own = ownFacets(db, scope, filter);
  const others = TOLD_APART.filter(({ name }) => filter[name] === undefined).map(
    async ({ name, column }): Promise<[FacetName, FacetValue[]]> => [
      name,
      await byValue(db, scope, filter, LEVEL[name], column),
    ],
  );
  const { total, facets } = await own;
  const searched = { episodes: total, of: total };
  const all = { ...facets, ...Object.fromEntries(await Promise.all(others)) };
  return { total, exact: true, searched, facets: withoutFixed(all, filter) };
}

/** The facets that have a level of their own. */
const TOLD_APART = [
  { name: "attack", column: facetCounts.attack },
  { name: "tool", column: facetCounts.tool },
  { name: "decision", column: facetCounts.decision },
  { name: "marker", column: facetCounts.marker },
] as const satisfies readonly { name: keyof typeof LEVEL; column: PgColumn }[];

const EPISODES = sql<number>`sum(${facetCounts.episodes})::int`;

/** The total and the facets that every row has, in one look. */
async function ownFacets(db: Db, scope: Scope, filter: EpisodeFilter) {
  const { termination, outcome, arm, alarm } = facetCounts;
  const rows = await db
    .select({ termination, outcome, arm, alarm, count: EPISODES })
    .from(facetCounts)
    .where(whereCounts(db, scope, filter))
    .groupBy(termination, outcome, arm, alarm);
  const sums = new FacetSums(["termination", "outcome", "arm", "alarm"]);
  for (const row of rows) sums.add({ ...row, alarm: row.alarm ? "yes" : "no" }, row.count);
  return { total: sums.total, facets: sums.facets() };
}

async function byValue(
  db: Db,
  scope: Scope,
  filter: EpisodeFilter,
  bit: number,
  column: PgColumn,
): Promise<FacetValue[]> {
  const value = sql<string>`${column}`;
  return db
    .select({ value, count: EPISODES })
    .from(facetCounts)
    .where(and(whereCounts(db, scope, filter, levelOf(filter) + bit), eq(column, column)))
    .groupBy(column)
    .orderBy(sql`2 desc, 1`);
}
