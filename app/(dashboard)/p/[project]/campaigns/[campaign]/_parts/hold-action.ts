"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import { answerProjectForm } from "@/app/_forms/answer-form";
import type { FormOutcome } from "@/components/ui/outcome-form";
import { database } from "@/db";
import { HOLD_ACTS } from "@/lib/domain/hold";
import { AppError } from "@/lib/errors";
import { campaignPath } from "@/lib/format/paths";
import { holdCampaign } from "@/lib/retention/hold-campaign";
import { campaignStillHere } from "../../../_data/campaign";
import { reasonIn } from "./for-good";

const known = z.enum(HOLD_ACTS);

/** Puts the campaign on hold, or takes the hold off; what the page bound is looked up anew. */
export async function holdNow(
  projectSlug: string,
  campaignSlug: string,
  act: string,
  _before: FormOutcome,
  form: FormData,
): Promise<FormOutcome> {
  return answerProjectForm(projectSlug, "administer", async ({ project, scope, by }) => {
    const wanted = known.safeParse(act);
    if (!wanted.success)
      throw new AppError("invalid_input", "That is neither to hold nor to release.");
    const reason = reasonIn(form);
    const campaign = await campaignStillHere(scope, campaignSlug);
    const change = { campaignId: campaign.id, act: wanted.data, by, reason };
    await holdCampaign(database(), { ...scope, ...change });
    revalidatePath(campaignPath(project.slug, campaign.slug));
    return wanted.data === "held" ? "On hold." : "The hold is off.";
  });
}
