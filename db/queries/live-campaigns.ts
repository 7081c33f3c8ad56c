import { and, desc, eq } from "drizzle-orm";
import type { Db, Scope } from "@/db/client";
import { liveCampaigns } from "@/db/schema/live-campaigns";

/** A campaign that is still being sent. It has no figures before it is sealed. */
export type LiveCampaignRow = {
  id: string;
  key: string;
  name: string;
  openedAt: Date;
  lastRecordAt: Date | null;
  records: number;
  episodes: number;
};

const columns = {
  id: liveCampaigns.id,
  key: liveCampaigns.key,
  name: liveCampaigns.name,
  openedAt: liveCampaigns.openedAt,
  lastRecordAt: liveCampaigns.lastRecordAt,
  records: liveCampaigns.records,
  episodes: liveCampaigns.episodes,
};

/** The live campaigns of the project, the newest first. */
export async function listLive(db: Db, scope: Scope): Promise<LiveCampaignRow[]> {
  return db
    .select(columns)
    .from(liveCampaigns)
    .where(eq(liveCampaigns.projectId, scope.projectId))
    .orderBy(desc(liveCampaigns.openedAt), desc(liveCampaigns.id));
}

/** One of them by its id, a UUID, or null. */
export async function findLive(db: Db, scope: Scope, id: string): Promise<LiveCampaignRow | null> {
  const [row] = await db
    .select(columns)
    .from(liveCampaigns)
    .where(and(eq(liveCampaigns.projectId, scope.projectId), eq(liveCampaigns.id, id)));
  return row ?? null;
}
