"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { database } from "@/db";
import { findCampaign } from "@/db/queries/campaigns";
import { projectForAction } from "@/lib/auth/project-access";
import { isAppError } from "@/lib/errors";
import { campaignPath, projectPath } from "@/lib/format/paths";
import { deleteCampaign } from "@/lib/ingest/delete-campaign";

/** What the form says next: one sentence beside the field, or nothing. */
export type DeleteState = { error: string | null; typed: string };

/**
 * Deletes the campaign when its name was typed; its address then shows the tombstone. What the
 * page bound, `projectSlug` and `campaignSlug`, is looked up anew.
 */
export async function deleteByName(
  projectSlug: string,
  campaignSlug: string,
  _before: DeleteState,
  form: FormData,
): Promise<DeleteState> {
  const given = form.get("name");
  const typed = typeof given === "string" ? given : "";
  const { project, scope, by } = await projectForAction(projectSlug, "administer");
  const campaign = await findCampaign(database().db, scope, campaignSlug);
  if (campaign === null)
    return { error: "This campaign is not there any more; reload the page.", typed };
  if (typed.trim() !== campaign.name.trim())
    return { error: "That is not its name, so nothing was deleted.", typed };
  try {
    await deleteCampaign(database(), { ...scope, by, campaignId: campaign.id });
  } catch (error) {
    if (!isAppError(error)) throw error;
    return { error: error.message, typed };
  }
  // The counts in the navigation are the layout's, which a redirect alone would keep as they were.
  revalidatePath(projectPath(project.slug), "layout");
  redirect(campaignPath(project.slug, campaign.slug));
}
