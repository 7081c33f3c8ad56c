import type { CampaignScope } from "./campaign-roster";
import type { Transaction } from "./insert-rows";

/**
 * Counts the episodes of one campaign by what lists filter them by (`db/schema/facet-counts.ts`), once all
 * its rows are written. One statement in the database: the rows lie there, and the words are the filter's.
 *
 * A call with several marks counts under each; an episode counts once under each combination that one of
 * its calls has. drizzle/0003_episode_search.sql holds the same for campaigns that were there before.
 */
export async function writeFacetCounts(tx: Transaction, scope: CampaignScope): Promise<void> {
  // Postgres has no statistics of a campaign that is being written, takes it for a row or two and would
  // go through all its calls once for each of its episodes.
  await tx`set local enable_nestloop = off`;
  await tx`
    insert into facet_counts (project_id, campaign_id, no, level, arm, split, termination, outcome, alarm, attack, tool, decision, marker, episodes)
    with marked as (
      select distinct k.episode_seq as seq, k.tool, k.decision, m.place as marker
      from calls k
      left join lateral (
        values ('arguments', k.marker_in_arguments), ('result', k.marker_in_result), ('returned', k.marker_returned)
      ) m(place, there) on m.there
      where k.project_id = ${scope.projectId} and k.campaign_id = ${scope.campaignId}
    ), combined as (
      select distinct seq, s.bits,
        case when s.bits & 2 > 0 then tool end as tool,
        case when s.bits & 4 > 0 then decision end as decision,
        case when s.bits & 8 > 0 then marker end as marker
      from marked cross join (values (2), (4), (6), (8), (10), (12), (14)) s(bits)
      where (s.bits & 4 = 0 or decision is not null) and (s.bits & 8 = 0 or marker is not null)
      union all
      select seq, 0, null, null, null from episodes
      where project_id = ${scope.projectId} and campaign_id = ${scope.campaignId}
    )
    select ${scope.projectId}::uuid, ${scope.campaignId}::uuid, row_number() over (),
      c.bits + case when grouping(t.key) = 0 then 1 else 0 end,
      a.key, s.split, e.termination, e.outcome, cardinality(e.alarms) > 0,
      t.key, c.tool, c.decision, c.marker, count(*)
    from combined c
    join episodes e on e.campaign_id = ${scope.campaignId} and e.seq = c.seq
    join arms a on a.campaign_id = ${scope.campaignId} and a.arm_no = e.arm_no
    join cases s on s.campaign_id = ${scope.campaignId} and s.case_no = e.case_no
    join attacks t on t.campaign_id = ${scope.campaignId} and t.attack_no = s.attack_no
    group by a.key, s.split, e.termination, e.outcome, cardinality(e.alarms) > 0, c.bits, c.tool, c.decision, c.marker,
      grouping sets ((), (t.key))`;
  await tx`set local enable_nestloop = on`;
}
