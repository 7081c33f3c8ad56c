"use server";

import { revalidatePath } from "next/cache";
import { answerProjectForm, textOf } from "@/app/_forms/answer-form";
import type { FormOutcome } from "@/components/ui/outcome-form";
import { database } from "@/db";
import { readReason } from "@/lib/domain/given-reason";
import { AppError } from "@/lib/errors";
import { campaignPath } from "@/lib/format/paths";
import { dropContent } from "@/lib/retention/drop-content";
import { campaignStillHere } from "../../../_data/campaign";

/** Drops the content of the campaign when its name was typed and a reason given. */
export async function dropContentNow(
  projectSlug: string,
  campaignSlug: string,
  _before: FormOutcome,
  form: FormData,
): Promise<FormOutcome> {
  return answerProjectForm(projectSlug, "administer", async ({ project, scope, by }) => {
    const given = readReason(form.get("reason"));
    if ("problem" in given) throw new AppError("invalid_input", given.problem);
    const campaign = await campaignStillHere(scope, campaignSlug);
    if (textOf(form, "name").trim() !== campaign.name.trim())
      throw new AppError("invalid_input", "That is not its name, so nothing was dropped.");
    const { reason } = given;
    await dropContent(database(), { ...scope, campaignId: campaign.id, by, reason });
    revalidatePath(campaignPath(project.slug, campaign.slug));
    return "The content is dropped.";
  });
}
