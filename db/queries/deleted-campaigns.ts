import { and, desc, eq } from "drizzle-orm";
import type { Db, Scope } from "@/db/client";
import { deletedCampaigns, type DeletionReason } from "@/db/schema/deleted-campaigns";

/** What is left of a campaign that was deleted, or whose place another one took. */
export type DeletedCampaign = {
  id: string;
  slug: string;
  key: string;
  name: string;
  /** SHA-256 of the source, hex. */
  fingerprint: string;
  episodeCount: number;
  importedAt: Date;
  deletedAt: Date;
  reason: DeletionReason;
  /** Who did it, by name; null for what was replaced, or deleted before that was noted. */
  deletedBy: string | null;
  /** Why, in their words; null for what was replaced, or deleted before that was asked. */
  explanation: string | null;
};

const COLUMNS = {
  id: deletedCampaigns.id,
  slug: deletedCampaigns.slug,
  key: deletedCampaigns.key,
  name: deletedCampaigns.name,
  fingerprint: deletedCampaigns.fingerprint,
  episodeCount: deletedCampaigns.episodeCount,
  importedAt: deletedCampaigns.importedAt,
  deletedAt: deletedCampaigns.deletedAt,
  reason: deletedCampaigns.reason,
  deletedBy: deletedCampaigns.deletedBy,
  explanation: deletedCampaigns.explanation,
};

/**
 * The tombstone of the campaign that last had this address, or null. A campaign that is stored may have
 * the same address again: to be asked after `findCampaign`.
 */
export async function findDeleted(
  db: Db,
  scope: Scope,
  slug: string,
): Promise<DeletedCampaign | null> {
  const [found] = await db
    .select(COLUMNS)
    .from(deletedCampaigns)
    .where(and(eq(deletedCampaigns.projectId, scope.projectId), eq(deletedCampaigns.slug, slug)))
    .orderBy(desc(deletedCampaigns.deletedAt), desc(deletedCampaigns.id))
    .limit(1);
  return found ?? null;
}

/** The tombstones of the project, last deleted first; the last 200. */
export async function listDeleted(db: Db, scope: Scope): Promise<DeletedCampaign[]> {
  return db
    .select(COLUMNS)
    .from(deletedCampaigns)
    .where(eq(deletedCampaigns.projectId, scope.projectId))
    .orderBy(desc(deletedCampaigns.deletedAt), desc(deletedCampaigns.id))
    .limit(200);
}
