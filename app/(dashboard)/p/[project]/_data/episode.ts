import "server-only";
import { notFound } from "next/navigation";
import { database } from "@/db";
import type { EpisodeFilter } from "@/db/queries/episode-filter";
import type { OpenProject } from "@/db/queries/projects";
import { sourceOfEpisode } from "@/db/queries/source-files";
import { episodeAnswer, episodeSeq } from "@/lib/answers/episode-answer";
import { partOf } from "./address-part";

/** The episode of this address, and where its record came from; no such address, no page. */
export async function episodeOf(
  project: OpenProject,
  campaignPart: string,
  seqPart: string,
  filter: EpisodeFilter,
) {
  const address = { campaignSlug: partOf(campaignPart), seq: episodeSeq(seqPart) ?? notFound() };
  const { db } = database();
  const [answer, source] = await Promise.all([
    episodeAnswer(db, project, address, filter),
    sourceOfEpisode(db, project.scope, address.campaignSlug, address.seq),
  ]);
  return answer === null ? notFound() : { ...answer, source };
}
