import "server-only";
import { notFound } from "next/navigation";
import { database } from "@/db";
import { findEpisode, type EpisodeDetail } from "@/db/queries/episode-detail";
import type { EpisodeFilter } from "@/db/queries/episode-filter";
import { neighbours, sameCaseElsewhere } from "@/db/queries/episodes";
import type { ProjectRow } from "@/db/queries/projects";
import { episodeSchema, type EpisodeRecord } from "@/lib/domain/records";
import { partOf, scopeOf } from "./project";

/** The episode of this address with its place in the filtered list and its like in other arms. */
export async function episodeOf(
  project: ProjectRow,
  campaignSlug: string,
  seqPart: string,
  filter: EpisodeFilter,
) {
  const { db } = database();
  const scope = scopeOf(project);
  const slug = partOf(campaignSlug);
  const seq = /^[1-9][0-9]{0,8}$/.test(seqPart) ? Number(seqPart) : notFound();
  const [episode, place, elsewhere] = await Promise.all([
    findEpisode(db, scope, slug, seq),
    neighbours(db, scope, filter, slug, seq),
    sameCaseElsewhere(db, scope, slug, seq),
  ]);
  if (episode === null) notFound();
  return { episode, place, elsewhere, record: recordOf(episode) };
}

/** The record as it came in, read from its bytes; null when they are no episode of ours. */
function recordOf(episode: EpisodeDetail): EpisodeRecord | null {
  try {
    const parsed = episodeSchema.safeParse(JSON.parse(new TextDecoder().decode(episode.raw)));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
