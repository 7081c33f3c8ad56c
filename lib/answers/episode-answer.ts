import type { Db } from "@/db/client";
import { annotationsOf } from "@/db/queries/annotations";
import { findEpisodeHead } from "@/db/queries/episode-detail";
import { attemptsOf, effectsOf, weighedCalls } from "@/db/queries/episode-detail-parts";
import type { EpisodeFilter } from "@/db/queries/episode-filter";
import { neighbours } from "@/db/queries/episode-neighbours";
import { sameCaseElsewhere } from "@/db/queries/episodes";
import type { OpenProject } from "@/db/queries/projects";

/** How much of each list the page has: an episode may have any number of effects and of attempts. */
const MOST = { attempts: 200, effects: 100, weighed: 50 };

/** The number of an episode as an address writes it; null for what is no such number. */
export function episodeSeq(part: string): number | null {
  return /^[1-9][0-9]{0,8}$/.test(part) ? Number(part) : null;
}

/**
 * The episode of this address with its place in the filtered list, its like in other arms and what reviewers
 * wrote; null when there is none. Nothing of its record is read: slices of it are (`stepsAnswer`).
 */
export async function episodeAnswer(
  db: Db,
  project: OpenProject,
  address: { campaignSlug: string; seq: number },
  filter: EpisodeFilter,
) {
  const scope = project.scope;
  const { campaignSlug, seq } = address;
  const [episode, place, elsewhere] = await Promise.all([
    findEpisodeHead(db, scope, campaignSlug, seq),
    neighbours(db, scope, filter, campaignSlug, seq),
    sameCaseElsewhere(db, scope, campaignSlug, seq),
  ]);
  if (episode === null) return null;
  const [attempts, effects, weighed, annotations] = await Promise.all([
    attemptsOf(db, scope, episode, MOST.attempts),
    effectsOf(db, scope, episode, MOST.effects),
    weighedCalls(db, scope, episode, MOST.weighed),
    annotationsOf(db, scope, episode),
  ]);
  return { episode, place, elsewhere, attempts, effects, weighed, annotations };
}

export type EpisodeAnswer = NonNullable<Awaited<ReturnType<typeof episodeAnswer>>>;
