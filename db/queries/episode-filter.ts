import { and, eq, exists, inArray, or, sql, type SQL } from "drizzle-orm";
import type { Db, Scope } from "@/db/client";
import { calls } from "@/db/schema/calls";
import { episodeRows } from "@/db/schema/episode-rows";
import { TERMINATION_REASONS, TERMINATIONS } from "@/lib/domain/termination";

/** What of the episodes to show; each field narrows. A name that nothing has matches nothing. */
export type EpisodeFilter = {
  /** Address of a campaign. */
  campaign?: string | undefined;
  arm?: string | undefined;
  attack?: string | undefined;
  case?: string | undefined;
  outcome?: string | undefined;
  termination?: string | undefined;
  termClass?: "finished" | "abort" | undefined;
  split?: string | undefined;
  /** An episode with a call of this tool, and with this decision; both: on the same call. */
  tool?: string | undefined;
  decision?: string | undefined;
  /** True: with an alarm; false: without one. */
  alarm?: boolean | undefined;
  /** Part of the case key, the attack or the termination's detail, in any case of letters. */
  text?: string | undefined;
};

/** The condition of a filter over `episodeRows`, always bound to the project. */
export function whereEpisodes(db: Db, scope: Scope, filter: EpisodeFilter): SQL {
  const conditions: (SQL | undefined)[] = [eq(episodeRows.projectId, scope.projectId)];
  if (filter.campaign !== undefined) conditions.push(eq(episodeRows.campaignSlug, filter.campaign));
  if (filter.arm !== undefined) conditions.push(eq(episodeRows.armKey, filter.arm));
  if (filter.attack !== undefined) conditions.push(eq(episodeRows.attackKey, filter.attack));
  if (filter.case !== undefined) conditions.push(eq(episodeRows.caseKey, filter.case));
  if (filter.outcome !== undefined)
    conditions.push(sql`${episodeRows.outcome} = ${filter.outcome}`);
  if (filter.termination !== undefined)
    conditions.push(sql`${episodeRows.termination} = ${filter.termination}`);
  if (filter.termClass !== undefined)
    conditions.push(inArray(episodeRows.termination, reasonsOf(filter.termClass)));
  if (filter.split !== undefined) conditions.push(sql`${episodeRows.split} = ${filter.split}`);
  if (filter.tool !== undefined || filter.decision !== undefined)
    conditions.push(hasCall(db, filter));
  if (filter.alarm !== undefined)
    conditions.push(
      filter.alarm
        ? sql`cardinality(${episodeRows.alarms}) > 0`
        : sql`cardinality(${episodeRows.alarms}) = 0`,
    );
  if (filter.text !== undefined && filter.text !== "") conditions.push(mentions(filter.text));
  return and(...conditions) ?? sql`false`;
}

function reasonsOf(termClass: "finished" | "abort") {
  return TERMINATION_REASONS.filter((reason) => TERMINATIONS[reason].class === termClass);
}

function hasCall(db: Db, filter: EpisodeFilter): SQL {
  return exists(
    db
      .select({ one: sql`1` })
      .from(calls)
      .where(
        and(
          eq(calls.projectId, episodeRows.projectId),
          eq(calls.campaignId, episodeRows.campaignId),
          eq(calls.episodeSeq, episodeRows.seq),
          filter.tool === undefined ? undefined : eq(calls.tool, filter.tool),
          filter.decision === undefined ? undefined : sql`${calls.decision} = ${filter.decision}`,
        ),
      ),
  );
}

function mentions(text: string): SQL | undefined {
  const pattern = `%${text.replaceAll(/[\\%_]/g, (character) => `\\${character}`)}%`;
  return or(
    sql`${episodeRows.caseKey} ilike ${pattern}`,
    sql`${episodeRows.attackKey} ilike ${pattern}`,
    sql`${episodeRows.terminationDetail} ilike ${pattern}`,
  );
}
