import type { Db, Scope } from "@/db/client";
import { listCampaigns } from "@/db/queries/campaigns";
import type { CampaignJson } from "@/lib/api/schemas/campaign-schema";
import { AppError } from "@/lib/errors";
import { campaignJson } from "./campaign-json";

/**
 * One page of the campaigns, newest start first. `after` is the slug that ended the page before.
 *
 * @throws AppError invalid_input: no campaign has the cursor's slug, any more
 */
export async function pageOfCampaigns(
  db: Db,
  scope: Scope,
  page: { after?: string | undefined; limit: number },
): Promise<{ items: CampaignJson[]; next: string | null }> {
  const campaigns = await listCampaigns(db, scope);
  const before = campaigns.findIndex(({ slug }) => slug === page.after);
  if (page.after !== undefined && before === -1)
    throw new AppError(
      "invalid_input",
      "The parameter `after` is no `next` of a page of this list.",
    );
  const rest = campaigns.slice(before + 1);
  const items = rest.slice(0, page.limit).map(campaignJson);
  return { items, next: rest.length > page.limit ? (items.at(-1)?.slug ?? null) : null };
}
