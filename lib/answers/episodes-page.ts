import type { Db } from "@/db/client";
import { findCampaign } from "@/db/queries/campaigns";
import type { OpenProject } from "@/db/queries/projects";
import { AppError } from "@/lib/errors";
import { episodeJson } from "./episode-json";
import { toFilter, type EpisodeQuery } from "./episode-query";
import { episodesAnswer, MORE_ROWS_MS, unsearched } from "./episodes-answer";

/**
 * One page of the filtered episodes as the API hands it out, with the counts of all of them. A page of a
 * rare text may hold fewer rows than asked, none too, and still have a next.
 *
 * @throws AppError invalid_input: the campaign of the cursor is gone, so that nothing can follow it
 */
export async function pageOfEpisodes(
  db: Db,
  project: OpenProject,
  asked: Partial<EpisodeQuery> & { after?: string | undefined; limit: number },
) {
  const { after = null, limit, ...query } = asked;
  if (after !== null) await requirePlace(db, project, after);
  const page = { after, limit, ms: MORE_ROWS_MS };
  const filter = toFilter(query);
  const [{ list, counts }, emptied] = await Promise.all([
    episodesAnswer(db, project, filter, page),
    unsearched(db, project, filter),
  ]);
  const { rows, next } = list;
  return {
    items: rows.map((row) => episodeJson(project.slug, row)),
    next,
    counts,
    unsearched: emptied.map(({ slug }) => slug),
  };
}

async function requirePlace(db: Db, project: OpenProject, after: string): Promise<void> {
  const slug = after.slice(0, after.lastIndexOf("."));
  if ((await findCampaign(db, project.scope, slug)) === null)
    throw new AppError(
      "invalid_input",
      "The parameter `after` is no `next` of a page of this list.",
    );
}
