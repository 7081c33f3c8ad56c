"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { textOf } from "@/app/_forms/answer-form";
import { database } from "@/db";
import { findCampaign } from "@/db/queries/campaigns";
import { projectForAction } from "@/lib/auth/project-access";
import { readReason } from "@/lib/domain/given-reason";
import { isAppError } from "@/lib/errors";
import { campaignPath, projectPath } from "@/lib/format/paths";
import { deleteCampaign } from "@/lib/ingest/delete-campaign";

/** What the form says next: one sentence beside the fields, or nothing; and what stood in them. */
export type DeleteState = { error: string | null; typed: string; reason: string };

/**
 * Deletes the campaign when its name was typed and a reason given; its address then shows the tombstone.
 * What the page bound, `projectSlug` and `campaignSlug`, is looked up anew.
 */
export async function deleteByName(
  projectSlug: string,
  campaignSlug: string,
  _before: DeleteState,
  form: FormData,
): Promise<DeleteState> {
  const [typed, reason] = [textOf(form, "name"), textOf(form, "reason")];
  const refused = (error: string): DeleteState => ({ error, typed, reason });
  const { project, scope, by } = await projectForAction(projectSlug, "administer");
  const campaign = await findCampaign(database().db, scope, campaignSlug);
  if (campaign === null) return refused("This campaign is not there any more; reload the page.");
  if (typed.trim() !== campaign.name.trim())
    return refused("That is not its name, so nothing was deleted.");
  const given = readReason(reason);
  if ("problem" in given) return refused(given.problem);
  try {
    await deleteCampaign(database(), {
      ...scope,
      by,
      campaignId: campaign.id,
      explanation: given.reason,
    });
  } catch (error) {
    if (!isAppError(error)) throw error;
    return refused(error.message);
  }
  // The counts in the navigation are the layout's, which a redirect alone would keep as they were.
  revalidatePath(projectPath(project.slug), "layout");
  redirect(campaignPath(project.slug, campaign.slug));
}
