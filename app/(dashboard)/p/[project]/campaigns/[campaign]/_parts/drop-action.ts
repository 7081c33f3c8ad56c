"use server";

import { revalidatePath } from "next/cache";
import type { FormOutcome } from "@/components/ui/outcome-form";
import { textOf } from "@/app/_forms/answer-form";
import { database } from "@/db";
import { findCampaign } from "@/db/queries/campaigns";
import { projectForAction } from "@/lib/auth/project-access";
import { readReason } from "@/lib/domain/given-reason";
import { isAppError } from "@/lib/errors";
import { campaignPath } from "@/lib/format/paths";
import { dropContent } from "@/lib/retention/drop-content";

/** Drops the content of the campaign when its name was typed and a reason given. */
export async function dropContentNow(
  projectSlug: string,
  campaignSlug: string,
  _before: FormOutcome,
  form: FormData,
): Promise<FormOutcome> {
  const { project, scope, by } = await projectForAction(projectSlug, "administer");
  const refused = (problem: string): FormOutcome => ({ problem, done: null });
  const given = readReason(form.get("reason"));
  if ("problem" in given) return refused(given.problem);
  const campaign = await findCampaign(database().db, scope, campaignSlug);
  if (campaign === null) return refused("This campaign is not there any more; reload the page.");
  if (textOf(form, "name").trim() !== campaign.name.trim())
    return refused("That is not its name, so nothing was dropped.");
  const { reason } = given;
  try {
    await dropContent(database(), { ...scope, campaignId: campaign.id, by, reason });
  } catch (error) {
    if (!isAppError(error)) throw error;
    return refused(error.message);
  }
  revalidatePath(campaignPath(project.slug, campaign.slug));
  return { problem: null, done: "The content is dropped." };
}
