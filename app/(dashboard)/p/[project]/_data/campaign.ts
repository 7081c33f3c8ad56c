import "server-only";
import { notFound } from "next/navigation";
import { database } from "@/db";
import type { ProjectRow } from "@/db/queries/projects";
import { campaignAnswer, type CampaignAnswer } from "@/lib/answers/campaign-answer";
import { partOf } from "./project";

export async function campaignOf(project: ProjectRow, slug: string): Promise<CampaignAnswer> {
  return (await campaignAnswer(database().db, project, partOf(slug))) ?? notFound();
}
