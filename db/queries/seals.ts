import { and, asc, eq, sql } from "drizzle-orm";
import type { Db, Scope } from "@/db/client";
import { campaigns } from "@/db/schema/campaigns";
import { campaignSeals } from "@/db/schema/campaign-seals";
import { logEntries } from "@/db/schema/log-entries";
import type { LostProof } from "@/lib/domain/lost-proof";
import { latestCheckpoint, type StoredCheckpoint } from "./checkpoints";

export type CampaignSeal = {
  root: Uint8Array;
  /** Canonical JSON. */
  manifest: string;
  /** The entry of the log that says so; `idx` counts from 0. */
  entry: { idx: number; body: string };
  /** The newest head of the log that has that entry and was signed; null: none is. */
  checkpoint: StoredCheckpoint | null;
};

/**
 * How a campaign was sealed, or what is gone of that; null for one that was imported before records were
 * sealed, as the log says, or that is not there.
 */
export async function findSeal(
  db: Db,
  scope: Scope,
  campaignId: string,
): Promise<CampaignSeal | LostProof | null> {
  const [found] = await db
    .select({
      root: campaignSeals.root,
      manifest: campaignSeals.manifest,
      idx: logEntries.idx,
      body: logEntries.body,
    })
    .from(campaigns)
    .leftJoin(campaignSeals, eq(campaignSeals.campaignId, campaigns.id))
    .leftJoin(
      logEntries,
      and(eq(logEntries.campaignId, campaigns.id), eq(logEntries.kind, "sealed")),
    )
    .where(and(eq(campaigns.projectId, scope.projectId), eq(campaigns.id, campaignId)))
    .orderBy(asc(logEntries.idx))
    .limit(1);
  if (found === undefined) return null;
  const { root, manifest, idx, body } = found;
  const isLogged = idx !== null && body !== null;
  if (root === null || manifest === null)
    return !isLogged && (await wasBeforeTheLog(db, campaignId)) ? null : "seal_gone";
  if (!isLogged) return "entry_gone";
  const head = await latestCheckpoint(db);
  const checkpoint = head !== null && head.size > idx ? head : null;
  return { root, manifest, entry: { idx, body }, checkpoint };
}

/** The first entry of the log names the campaigns that were there before it. */
async function wasBeforeTheLog(db: Db, campaignId: string): Promise<boolean> {
  const found = await db
    .select({ idx: logEntries.idx })
    .from(logEntries)
    .where(and(eq(logEntries.idx, 0), sql`strpos(${logEntries.body}, ${`"${campaignId}"`}) > 0`));
  return found.length > 0;
}
