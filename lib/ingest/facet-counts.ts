import type { CampaignScope } from "./campaign-roster";
import type { Transaction } from "./insert-rows";

/**
 * Counts the episodes of one campaign by what lists filter them by (`db/schema/facet-counts.ts`), once all
 * its rows are written. One statement in the database: the rows lie there, and the words are the filter's.
 *
 * Episodes that are alike in all of it are put together first: they are few, and only they are taken apart
 * by combination. A call with several marks counts under each; an episode counts once under each combination that one of
 * its calls has. drizzle/0003_episode_search.sql holds the same for campaigns that were there before.
 */
export async function writeFacetCounts(tx: Transaction, scope: CampaignScope): Promise<void> {
  // Postgres has no statistics of a campaign that is being written, takes it for a row or two and would
  // go through all its calls once for each of its episodes.
  await tx`set local enable_nestloop = off`;
  await tx`
    insert into facet_counts (project_id, campaign_id, no, ${tx.unsafe(COLUMNS)})
    select ${scope.projectId}::uuid, ${scope.campaignId}::uuid, row_number() over (), ${tx.unsafe(COLUMNS)}
    from (${countsOf(tx, scope)}) counted`;
  await tx`set local enable_nestloop = on`;
}

const COLUMNS =
  "level, arm, split, termination, outcome, alarm, attack, tool, decision, marker, episodes";

/**
 * How many counts are not those that the rows make now, missing ones and others together: 0 as long as
 * nothing changed.
 */
export async function facetDrift(tx: Transaction, scope: CampaignScope): Promise<number> {
  await tx`set local enable_nestloop = off`;
  const [row] = await tx<{ drift: number }[]>`
    with made as (${countsOf(tx, scope)}), stored as (
      select ${tx.unsafe(COLUMNS)} from facet_counts
      where project_id = ${scope.projectId} and campaign_id = ${scope.campaignId}
    )
    select ((select count(*) from (table made except all table stored) missing)
      + (select count(*) from (table stored except all table made) other))::int as drift`;
  await tx`set local enable_nestloop = on`;
  return row?.drift ?? Number.NaN;
}

/** The columns of `COLUMNS`, from the rows of the campaign. */
function countsOf(tx: Transaction, scope: CampaignScope) {
  return tx`
    with marked as (
      select k.episode_seq as seq,
        array_agg(distinct jsonb_build_array(k.tool, k.decision, m.place)::text) as marks
      from calls k
      left join lateral (
        values ('arguments', k.marker_in_arguments), ('result', k.marker_in_result), ('returned', k.marker_returned)
      ) m(place, there) on m.there
      where k.project_id = ${scope.projectId} and k.campaign_id = ${scope.campaignId}
      group by k.episode_seq
    ), alike as (
      select row_number() over () as no, a.key as arm, s.split, e.termination, e.outcome,
        cardinality(e.alarms) > 0 as alarm, t.key as attack, k.marks, count(*) as episodes
      from episodes e
      join arms a on a.campaign_id = e.campaign_id and a.arm_no = e.arm_no
      join cases s on s.campaign_id = e.campaign_id and s.case_no = e.case_no
      join attacks t on t.campaign_id = e.campaign_id and t.attack_no = s.attack_no
      left join marked k on k.seq = e.seq
      where e.project_id = ${scope.projectId} and e.campaign_id = ${scope.campaignId}
      group by 2, 3, 4, 5, 6, 7, 8
    ), combined as (
      select distinct no, s.bits,
        case when s.bits & 2 > 0 then c.tool end as tool,
        case when s.bits & 4 > 0 then c.decision end as decision,
        case when s.bits & 8 > 0 then c.marker end as marker
      from alike
      cross join unnest(marks) one(mark)
      cross join lateral (select mark::jsonb ->> 0, mark::jsonb ->> 1, mark::jsonb ->> 2) c(tool, decision, marker)
      cross join (values (2), (4), (6), (8), (10), (12), (14)) s(bits)
      where (s.bits & 4 = 0 or c.decision is not null) and (s.bits & 8 = 0 or c.marker is not null)
      union all
      select no, 0, null, null, null from alike
    )
    select (c.bits + case when grouping(attack) = 0 then 1 else 0 end)::smallint as level,
      arm, split, termination, outcome, alarm, attack, c.tool, c.decision, c.marker, sum(episodes)::int as episodes
    from alike join combined c using (no)
    group by arm, split, termination, outcome, alarm, c.bits, c.tool, c.decision, c.marker, grouping sets ((), (attack))`;
}
