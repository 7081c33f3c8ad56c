import { and, asc, eq, inArray } from "drizzle-orm";
import type { Db, Scope } from "@/db/client";
import { campaigns } from "@/db/schema/campaigns";
import { contentDrops } from "@/db/schema/content-drops";
import type { ContentDrop } from "@/lib/domain/content-drop";

const columns = {
  at: contentDrops.droppedAt,
  by: contentDrops.droppedBy,
  reason: contentDrops.reason,
  records: contentDrops.records,
  bytes: contentDrops.bytes,
};

/** Which of the campaigns lost their content, by their ids; the others are not in it. */
export async function dropsOf(
  db: Db,
  scope: Scope,
  campaignIds: readonly string[],
): Promise<Map<string, ContentDrop>> {
  if (campaignIds.length === 0) return new Map();
  const rows = await db
    .select({ id: contentDrops.campaignId, ...columns })
    .from(contentDrops)
    .where(
      and(
        eq(contentDrops.projectId, scope.projectId),
        inArray(contentDrops.campaignId, [...campaignIds]),
      ),
    );
  return new Map(rows.map(({ id, ...drop }) => [id, drop]));
}

/** Whether, and how, the content of a campaign was dropped. */
export async function dropOf(
  db: Db,
  scope: Scope,
  campaignId: string,
): Promise<ContentDrop | null> {
  return (await dropsOf(db, scope, [campaignId])).get(campaignId) ?? null;
}

/**
 * The campaigns of the project in whose texts nothing can be looked for any more, by name.
 *
 * @param slug of the only campaign that is looked at
 */
export async function emptiedCampaigns(
  db: Db,
  scope: Scope,
  slug?: string,
): Promise<{ slug: string; name: string }[]> {
  return db
    .select({ slug: campaigns.slug, name: campaigns.name })
    .from(contentDrops)
    .innerJoin(
      campaigns,
      and(
        eq(campaigns.projectId, contentDrops.projectId),
        eq(campaigns.id, contentDrops.campaignId),
      ),
    )
    .where(
      and(
        eq(contentDrops.projectId, scope.projectId),
        slug === undefined ? undefined : eq(campaigns.slug, slug),
      ),
    )
    .orderBy(asc(campaigns.name), asc(campaigns.slug));
}
