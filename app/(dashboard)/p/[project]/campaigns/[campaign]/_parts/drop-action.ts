"use server";

import { revalidatePath } from "next/cache";
import { answerProjectForm } from "@/app/_forms/answer-form";
import type { FormOutcome } from "@/components/ui/outcome-form";
import { database } from "@/db";
import { campaignPath } from "@/lib/format/paths";
import { dropContent } from "@/lib/retention/drop-content";
import { namedForGood } from "./for-good";

/** Drops the content of the campaign when its name was typed and a reason given. */
export async function dropContentNow(
  projectSlug: string,
  campaignSlug: string,
  _before: FormOutcome,
  form: FormData,
): Promise<FormOutcome> {
  return answerProjectForm(projectSlug, "administer", async ({ project, scope, by }) => {
    const { campaign, reason } = await namedForGood(scope, campaignSlug, form, "dropped");
    await dropContent(database(), { ...scope, campaignId: campaign.id, by, reason });
    revalidatePath(campaignPath(project.slug, campaign.slug));
    return "The content is dropped.";
  });
}
