import type { Db } from "@/db/client";
import { emptiedCampaigns } from "@/db/queries/content-drops";
import { episodeFacets } from "@/db/queries/episode-facets";
import type { EpisodeFilter } from "@/db/queries/episode-filter";
import { hasText } from "@/db/queries/episode-walk";
import { endingCounts, listEpisodes, type EpisodeRow } from "@/db/queries/episodes";
import { COUNT_BOUND } from "@/db/queries/found-facets";
import type { OpenProject } from "@/db/queries/projects";
import type { TerminationReason } from "@/lib/domain/termination";

/** Milliseconds in which a page that somebody waits for looks for the rows of a rare text. */
export const FIRST_ROWS_MS = 60;
/** The same for what is fetched behind a page that stands already, and for programs. */
export const MORE_ROWS_MS = 500;

/** So many episodes are always searched: a small project is answered whole also by a busy machine. */
const LEAST = 2000;

type Page = { after: string | null; limit: number; ms: number };

/** One page of the filtered episodes, newest imported campaign first. */
export function episodeListAnswer(db: Db, project: OpenProject, filter: EpisodeFilter, page: Page) {
  return listEpisodes(db, project.scope, filter, { ...page, least: LEAST });
}

/** One page of the filtered episodes and the counts of them all, with what narrows the filter. */
export async function episodesAnswer(
  db: Db,
  project: OpenProject,
  filter: EpisodeFilter,
  page: Page,
) {
  const scope = project.scope;
  const [list, found] = await Promise.all([
    listEpisodes(db, scope, filter, { ...page, least: LEAST }),
    episodeFacets(db, scope, filter, { ...COUNT_BOUND, ms: page.ms, least: LEAST }),
  ]);
  return { list, found, counts: endingCounts(found, filter) };
}

/** Campaigns of the filter in which its text is not looked for, since their content was dropped. */
export async function unsearched(
  db: Db,
  project: OpenProject,
  filter: EpisodeFilter,
): Promise<{ slug: string; name: string }[]> {
  return hasText(filter) ? emptiedCampaigns(db, project.scope, filter.campaign) : [];
}

/** Episodes of one ending: how many, and the newest of them. */
export type EndingGroup = { reason: TerminationReason; count: number; examples: EpisodeRow[] };

const EXAMPLES = 5;

/** The filtered episodes by how they ended, in the order of the domain's table, each with examples. */
export async function endingGroups(
  db: Db,
  project: OpenProject,
  filter: EpisodeFilter,
  counts: readonly { reason: TerminationReason; count: number }[],
): Promise<EndingGroup[]> {
  return Promise.all(
    counts.map(async ({ reason, count }) => {
      const page = { after: null, limit: EXAMPLES, ms: FIRST_ROWS_MS, least: LEAST };
      const narrowed = { ...filter, termination: reason };
      const { rows } = await listEpisodes(db, project.scope, narrowed, page);
      return { reason, count, examples: rows };
    }),
  );
}
