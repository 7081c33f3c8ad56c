import "server-only";
import { notFound } from "next/navigation";
import { database } from "@/db";
import type { EpisodeFilter } from "@/db/queries/episode-filter";
import type { ProjectRow } from "@/db/queries/projects";
import { sourceOfEpisode } from "@/db/queries/source-files";
import { episodeAnswer, episodeSeq } from "@/lib/answers/episode-answer";
import { partOf } from "./project";

/** The episode of this address, and where its record came from; no such address, no page. */
export async function episodeOf(
  project: ProjectRow,
  campaignPart: string,
  seqPart: string,
  filter: EpisodeFilter,
) {
  const address = { campaignSlug: partOf(campaignPart), seq: episodeSeq(seqPart) ?? notFound() };
  const { db } = database();
  const [answer, source] = await Promise.all([
    episodeAnswer(db, project, address, filter),
    sourceOfEpisode(db, { projectId: project.id }, address.campaignSlug, address.seq),
  ]);
  return answer === null ? notFound() : { ...answer, source };
}
