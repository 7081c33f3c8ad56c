import "server-only";
import { notFound } from "next/navigation";
import { database } from "@/db";
import type { EpisodeFilter } from "@/db/queries/episode-filter";
import type { ProjectRow } from "@/db/queries/projects";
import { episodeAnswer, episodeSeq } from "@/lib/answers/episode-answer";
import { partOf } from "./project";

/** The episode of this address; no such address, no page. */
export async function episodeOf(
  project: ProjectRow,
  campaignPart: string,
  seqPart: string,
  filter: EpisodeFilter,
) {
  const address = { campaignSlug: partOf(campaignPart), seq: episodeSeq(seqPart) ?? notFound() };
  return (await episodeAnswer(database().db, project, address, filter)) ?? notFound();
}
