"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { answerProjectForm } from "@/app/_forms/answer-form";
import type { FormOutcome } from "@/components/ui/outcome-form";
import { database } from "@/db";
import { campaignPath, projectPath } from "@/lib/format/paths";
import { deleteCampaign } from "@/lib/ingest/delete-campaign";
import { namedForGood } from "./for-good";

/**
 * Deletes the campaign when its name was typed and a reason given; its address then shows the tombstone.
 * What the page bound, `projectSlug` and `campaignSlug`, is looked up anew.
 */
export async function deleteByName(
  projectSlug: string,
  campaignSlug: string,
  _before: FormOutcome,
  form: FormData,
): Promise<FormOutcome> {
  return answerProjectForm(projectSlug, "administer", async ({ project, scope, by }) => {
    const { campaign, reason } = await namedForGood(scope, campaignSlug, form, "deleted");
    const deletion = { campaignId: campaign.id, by, explanation: reason };
    await deleteCampaign(database(), { ...scope, ...deletion });
    // The counts in the navigation are the layout's, which a redirect alone would keep as they were.
    revalidatePath(projectPath(project.slug), "layout");
    redirect(campaignPath(project.slug, campaign.slug));
  });
}
