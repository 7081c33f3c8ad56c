import { and, desc, eq, or } from "drizzle-orm";
import type { Db, Scope } from "@/db/client";
import { campaigns } from "@/db/schema/campaigns";

export type CampaignInTheWay = {
  slug: string;
  name: string;
  /** It came out of the very same bytes; else it only has the same key. */
  sameBytes: boolean;
};

/** The campaigns of the project that an import of these bytes and this key would meet; at most two. */
export async function campaignsInTheWay(
  db: Db,
  scope: Scope,
  { fingerprint, key }: { fingerprint: string; key: string },
): Promise<CampaignInTheWay[]> {
  const rows = await db
    .select({ slug: campaigns.slug, name: campaigns.name, fingerprint: campaigns.fingerprint })
    .from(campaigns)
    .where(
      and(
        eq(campaigns.projectId, scope.projectId),
        or(eq(campaigns.fingerprint, fingerprint), eq(campaigns.key, key)),
      ),
    )
    .orderBy(desc(campaigns.importedAt));
  return rows.map(({ slug, name, fingerprint: stored }) => ({
    slug,
    name,
    sameBytes: stored === fingerprint,
  }));
}
