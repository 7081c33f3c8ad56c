import "server-only";
import { sentName } from "@/app/_forms/sent";
import { database } from "@/db";
import type { Scope } from "@/db/client";
import { holdsOf, type HoldRow } from "@/db/queries/campaign-holds";
import { findCampaign, type CampaignRow } from "@/db/queries/campaigns";
import { findDeleted, type DeletedCampaign } from "@/db/queries/deleted-campaigns";
import type { OpenProject } from "@/db/queries/projects";
import { campaignAnswer, type CampaignAnswer } from "@/lib/answers/campaign-answer";
import { AppError } from "@/lib/errors";
import { partOf } from "./address-part";

/** The campaign of this address with its report; null when there is none, or no more. */
export function campaignOf(project: OpenProject, slug: string): Promise<CampaignAnswer | null> {
  return campaignAnswer(database().db, project, partOf(slug));
}

/**
 * The campaign that a form is about, looked up anew.
 *
 * @throws AppError not_found: it went while the page was open
 */
export async function campaignStillHere(scope: Scope, slug: string): Promise<CampaignRow> {
  const campaign = await findCampaign(database().db, scope, sentName(slug));
  if (campaign !== null) return campaign;
  throw new AppError("not_found", "This campaign is not there any more; reload the page.");
}

/** What is left of the campaign that had this address, or null. */
export function deletedOf(project: OpenProject, slug: string): Promise<DeletedCampaign | null> {
  return findDeleted(database().db, project.scope, partOf(slug));
}

/** Every time that the campaign was held and released, newest first. */
export function holdsHere(project: OpenProject, campaignId: string): Promise<HoldRow[]> {
  return holdsOf(database().db, project.scope, campaignId);
}
