import "server-only";
import { notFound } from "next/navigation";
import { database } from "@/db";
import type { ProjectRow } from "@/db/queries/projects";
import { listSourceFiles, type SourceFiles } from "@/db/queries/source-files";
import { campaignAnswer, type CampaignAnswer } from "@/lib/answers/campaign-answer";
import { partOf } from "./project";

export async function campaignOf(project: ProjectRow, slug: string): Promise<CampaignAnswer> {
  return (await campaignAnswer(database().db, project, partOf(slug))) ?? notFound();
}

/** The files that the campaign was read from. */
export function sourcesOf(project: ProjectRow, campaignId: string): Promise<SourceFiles> {
  return listSourceFiles(database().db, { projectId: project.id }, campaignId);
}
