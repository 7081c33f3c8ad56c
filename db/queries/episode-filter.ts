import { and, eq, exists, gt, inArray, lte, sql, type SQL } from "drizzle-orm";
import type { Db, Scope } from "@/db/client";
import { calls } from "@/db/schema/calls";
import { episodeRows } from "@/db/schema/episode-rows";
import { episodeTexts } from "@/db/schema/episode-texts";
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
  /** An episode with a call of this tool, with this decision, with the marker there: on the same call. */
  tool?: string | undefined;
  decision?: string | undefined;
  /** Where a call carried the marker; see `MARKER_PLACES`. */
  marker?: string | undefined;
  /** True: with an alarm; false: without one. */
  alarm?: boolean | undefined;
  /** Part of what `lib/ingest/searchable-text.ts` keeps of an episode, in any case of letters. */
  text?: string | undefined;
};

/** In its arguments, in its result, or its data were returned to someone not entitled to them. */
export const MARKER_PLACES = ["arguments", "result", "returned"] as const;

/** Episodes of one campaign with `after < seq <= until`. */
export type Stretch = { campaignId: string; after: number; until: number };

/**
 * The condition of a filter over `episodeRows`, always bound to the project. With a stretch it is bound to
 * that in every table it reads, so that no plan reads more of a campaign than the stretch.
 */
export function whereEpisodes(db: Db, scope: Scope, filter: EpisodeFilter, stretch?: Stretch): SQL {
  const rows = episodeRows;
  const conditions: (SQL | undefined)[] = [eq(rows.projectId, scope.projectId)];
  if (stretch !== undefined)
    conditions.push(
      eq(rows.campaignId, stretch.campaignId),
      gt(rows.seq, stretch.after),
      lte(rows.seq, stretch.until),
    );
  if (filter.campaign !== undefined) conditions.push(eq(rows.campaignSlug, filter.campaign));
  if (filter.arm !== undefined) conditions.push(eq(rows.armKey, filter.arm));
  if (filter.attack !== undefined) conditions.push(eq(rows.attackKey, filter.attack));
  if (filter.case !== undefined) conditions.push(eq(rows.caseKey, filter.case));
  if (filter.outcome !== undefined) conditions.push(sql`${rows.outcome} = ${filter.outcome}`);
  if (filter.termination !== undefined)
    conditions.push(sql`${rows.termination} = ${filter.termination}`);
  if (filter.termClass !== undefined)
    conditions.push(inArray(rows.termination, reasonsOf(filter.termClass)));
  if (filter.split !== undefined) conditions.push(sql`${rows.split} = ${filter.split}`);
  const ofCall = callConditions(filter);
  if (ofCall.length > 0) conditions.push(hasCall(db, ofCall, stretch));
  if (filter.alarm !== undefined)
    conditions.push(sql`(cardinality(${rows.alarms}) > 0) = ${filter.alarm}`);
  if (filter.text !== undefined && filter.text !== "")
    conditions.push(mentions(db, filter.text, stretch));
  return and(...conditions) ?? sql`false`;
}

export function reasonsOf(termClass: "finished" | "abort") {
  return TERMINATION_REASONS.filter((reason) => TERMINATIONS[reason].class === termClass);
}

/** What the filter asks of one call; a marker's place that is none matches nothing. */
export function callConditions(filter: EpisodeFilter): SQL[] {
  const { tool, decision, marker } = filter;
  return [
    ...(tool === undefined ? [] : [eq(calls.tool, tool)]),
    ...(decision === undefined ? [] : [sql`${calls.decision} = ${decision}`]),
    ...(marker === undefined ? [] : [carriesMarker(marker)]),
  ];
}

function carriesMarker(place: string): SQL {
  if (place === "arguments") return sql`${calls.markerInArguments}`;
  if (place === "result") return sql`${calls.markerInResult}`;
  return place === "returned" ? sql`${calls.markerReturned}` : sql`false`;
}

function hasCall(db: Db, ofCall: readonly SQL[], stretch: Stretch | undefined): SQL {
  return exists(
    db
      .select({ one: sql`1` })
      .from(calls)
      .where(
        and(
          eq(calls.projectId, episodeRows.projectId),
          eq(calls.campaignId, episodeRows.campaignId),
          eq(calls.episodeSeq, episodeRows.seq),
          ...(stretch === undefined
            ? []
            : [gt(calls.episodeSeq, stretch.after), lte(calls.episodeSeq, stretch.until)]),
          ...ofCall,
        ),
      ),
  );
}

/** `strpos` on small letters: several times as fast as `ilike`, and no character has a meaning. */
function mentions(db: Db, text: string, stretch: Stretch | undefined): SQL {
  const found = sql`strpos(${episodeTexts.body}, ${text.toLowerCase()}) > 0`;
  return exists(
    db
      .select({ one: sql`1` })
      .from(episodeTexts)
      .where(
        and(
          eq(episodeTexts.campaignId, episodeRows.campaignId),
          eq(episodeTexts.seq, episodeRows.seq),
          ...(stretch === undefined
            ? []
            : [gt(episodeTexts.seq, stretch.after), lte(episodeTexts.seq, stretch.until)]),
          found,
        ),
      ),
  );
}
