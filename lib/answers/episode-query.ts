import { z } from "zod";
import type { EpisodeFilter } from "@/db/queries/episode-filter";
import { withQuery } from "@/lib/format/paths";
import { oneName, oneValue } from "./query-values";

/** The filter of the episode list as the address has it; anything unknown is dropped, never an error. */
const querySchema = z.object({
  campaign: oneName,
  arm: oneName,
  attack: oneName,
  case: oneName,
  outcome: oneName,
  termination: oneName,
  class: oneValue.pipe(z.enum(["finished", "abort"]).optional().catch(undefined)),
  split: oneName,
  tool: oneName,
  decision: oneName,
  marker: oneName,
  alarm: oneValue.pipe(z.enum(["yes", "no"]).optional().catch(undefined)),
  text: oneName,
});

export type EpisodeQuery = z.infer<typeof querySchema>;

export function episodeQuery(query: Record<string, string | string[] | undefined>): EpisodeQuery {
  return querySchema.parse(query);
}

export function toFilter(query: Partial<EpisodeQuery>): EpisodeFilter {
  const { class: termClass, alarm, ...names } = query;
  return { ...names, termClass, alarm: alarm === undefined ? undefined : alarm === "yes" };
}

/** The filter of an address's query part. */
export function episodeQueryOf(text: string): EpisodeQuery {
  return episodeQuery(Object.fromEntries([...new URLSearchParams(text)].toReversed()));
}

/** The filter as the query part of an address, without the question mark. */
export function queryText(query: EpisodeQuery): string {
  return withQuery("", query).slice(1);
}
