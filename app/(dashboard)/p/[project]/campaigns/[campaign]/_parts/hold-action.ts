"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import type { FormOutcome } from "@/components/ui/outcome-form";
import { database } from "@/db";
import { findCampaign } from "@/db/queries/campaigns";
import { HOLD_ACTS } from "@/db/schema/campaign-holds";
import { projectForAction } from "@/lib/auth/project-access";
import { readReason } from "@/lib/domain/given-reason";
import { isAppError } from "@/lib/errors";
import { campaignPath } from "@/lib/format/paths";
import { holdCampaign } from "@/lib/retention/hold-campaign";

const known = z.enum(HOLD_ACTS);

/** Puts the campaign on hold, or takes the hold off; what the page bound is looked up anew. */
export async function holdNow(
  projectSlug: string,
  campaignSlug: string,
  act: string,
  _before: FormOutcome,
  form: FormData,
): Promise<FormOutcome> {
  const { project, scope, by } = await projectForAction(projectSlug, "administer");
  const refused = (problem: string): FormOutcome => ({ problem, done: null });
  const wanted = known.safeParse(act);
  if (!wanted.success) return refused("That is neither to hold nor to release.");
  const given = readReason(form.get("reason"));
  if ("problem" in given) return refused(given.problem);
  const campaign = await findCampaign(database().db, scope, campaignSlug);
  if (campaign === null) return refused("This campaign is not there any more; reload the page.");
  const { reason } = given;
  try {
    await holdCampaign(database(), {
      ...scope,
      campaignId: campaign.id,
      act: wanted.data,
      by,
      reason,
    });
  } catch (error) {
    if (!isAppError(error)) throw error;
    return refused(error.message);
  }
  revalidatePath(campaignPath(project.slug, campaign.slug));
  return { problem: null, done: wanted.data === "held" ? "On hold." : "The hold is off." };
}
