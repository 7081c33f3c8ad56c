import "server-only";
import { textOf } from "@/app/_forms/sent";
import type { Scope } from "@/db/client";
import type { CampaignRow } from "@/db/queries/campaigns";
import { readReason } from "@/lib/domain/given-reason";
import { AppError } from "@/lib/errors";
import { campaignStillHere } from "../../../_data/campaign";

/**
 * The campaign that a form is about, looked up anew, when its name was typed, and why.
 *
 * @param undone what is not done else, as "deleted"
 * @throws AppError not_found: it went meanwhile; invalid_input: another name, or no reason
 */
export async function namedForGood(
  scope: Scope,
  slug: string,
  form: FormData,
  undone: string,
): Promise<{ campaign: CampaignRow; reason: string }> {
  const campaign = await campaignStillHere(scope, slug);
  if (textOf(form, "name").trim() !== campaign.name.trim())
    throw new AppError("invalid_input", `That is not its name, so nothing was ${undone}.`);
  return { campaign, reason: reasonIn(form) };
}

/** @throws AppError invalid_input: there is none, or it cannot be used */
export function reasonIn(form: FormData): string {
  const given = readReason(textOf(form, "reason"));
  if ("problem" in given) throw new AppError("invalid_input", given.problem);
  return given.reason;
}
