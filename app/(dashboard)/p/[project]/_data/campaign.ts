import "server-only";
import { database } from "@/db";
import { holdsOf, type HoldRow } from "@/db/queries/campaign-holds";
import { findDeleted, type DeletedCampaign } from "@/db/queries/deleted-campaigns";
import type { OpenProject } from "@/db/queries/projects";
import { campaignAnswer, type CampaignAnswer } from "@/lib/answers/campaign-answer";
import { partOf } from "./address-part";

/** The campaign of this address with its report; null when there is none, or no more. */
export function campaignOf(project: OpenProject, slug: string): Promise<CampaignAnswer | null> {
  return campaignAnswer(database().db, project, partOf(slug));
}

/** What is left of the campaign that had this address, or null. */
export function deletedOf(project: OpenProject, slug: string): Promise<DeletedCampaign | null> {
  return findDeleted(database().db, project.scope, partOf(slug));
}

/** Every time that the campaign was held and released, newest first. */
export function holdsHere(project: OpenProject, campaignId: string): Promise<HoldRow[]> {
  return holdsOf(database().db, project.scope, campaignId);
}
