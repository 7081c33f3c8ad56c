import type { Db } from "@/db/client";
import type { EpisodeFilter } from "@/db/queries/episode-filter";
import { countEpisodes, listEpisodes } from "@/db/queries/episodes";
import type { ProjectRow } from "@/db/queries/projects";
import { scopeOf } from "./scope-of";

/** One page of the filtered episodes, newest imported campaign first, and the counts of them all. */
export async function episodesAnswer(
  db: Db,
  project: ProjectRow,
  filter: EpisodeFilter,
  page: { after: string | null; limit: number },
) {
  const scope = scopeOf(project);
  const [list, counts] = await Promise.all([
    listEpisodes(db, scope, filter, page),
    countEpisodes(db, scope, filter),
  ]);
  return { ...list, counts };
}
