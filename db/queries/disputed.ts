import { getViewName, sql, type SQL } from "drizzle-orm";
import type { Scope } from "@/db/client";
import { annotations } from "@/db/schema/annotations";
import { episodeRows } from "@/db/schema/episode-rows";
import { episodes } from "@/db/schema/episodes";

/** Of a dispute, named `dispute` in its query: no resolution settles it. */
const OPEN = sql`not exists (
  select from ${annotations} resolution where resolution.campaign_id = dispute.campaign_id
    and resolution.episode_seq = dispute.episode_seq and resolution.resolves = dispute.id
)`;

/** Of an episode of `episodes`: a reviewer disputes its outcome, and no resolution names that dispute. */
export function isDisputed(scope: Scope, campaignId: string): SQL {
  // By values and not by the episode's columns: Postgres then reads the disputes once, not once an episode.
  return sql`${episodes.seq} in (
    select dispute.episode_seq from ${annotations} dispute
    where dispute.project_id = ${scope.projectId} and dispute.campaign_id = ${campaignId}
      and dispute.kind = 'dispute' and ${OPEN}
  )`;
}

/** Whether an episode of `episodeRows` is disputed: "open", "settled" when every dispute is, null for none. */
export function disputeOf(): SQL<"open" | "settled" | null> {
  // Named with the view: drizzle leaves it out of a select without joins, and the name would be the dispute's.
  const row = sql.identifier(getViewName(episodeRows));
  return sql`(
    select case when bool_or(${OPEN}) then 'open' else 'settled' end
    from ${annotations} dispute where dispute.project_id = ${row}.project_id
      and dispute.campaign_id = ${row}.campaign_id and dispute.episode_seq = ${row}.seq
      and dispute.kind = 'dispute'
    having count(*) > 0
  )`;
}
