import type { Db } from "@/db/client";
import { findEpisode, type EpisodeDetail } from "@/db/queries/episode-detail";
import type { EpisodeFilter } from "@/db/queries/episode-filter";
import { neighbours } from "@/db/queries/episode-neighbours";
import { sameCaseElsewhere } from "@/db/queries/episodes";
import type { ProjectRow } from "@/db/queries/projects";
import { episodeSchema, type EpisodeRecord } from "@/lib/domain/records";
import { scopeOf } from "./scope-of";

/** The number of an episode as an address writes it; null for what is no such number. */
export function episodeSeq(part: string): number | null {
  return /^[1-9][0-9]{0,8}$/.test(part) ? Number(part) : null;
}

/**
 * The episode of this address with its place in the filtered list and its like in other arms; null
 * when there is none. `record` is read from its exact bytes, null when they are no episode of ours.
 */
export async function episodeAnswer(
  db: Db,
  project: ProjectRow,
  address: { campaignSlug: string; seq: number },
  filter: EpisodeFilter,
) {
  const scope = scopeOf(project);
  const { campaignSlug, seq } = address;
  const [episode, place, elsewhere] = await Promise.all([
    findEpisode(db, scope, campaignSlug, seq),
    neighbours(db, scope, filter, campaignSlug, seq),
    sameCaseElsewhere(db, scope, campaignSlug, seq),
  ]);
  return episode === null ? null : { episode, place, elsewhere, record: recordOf(episode) };
}

function recordOf(episode: EpisodeDetail): EpisodeRecord | null {
  try {
    const parsed = episodeSchema.safeParse(JSON.parse(new TextDecoder().decode(episode.raw)));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
