import { and, desc, eq, gt } from "drizzle-orm";
import type { Db, Scope } from "@/db/client";
import { campaignSeals } from "@/db/schema/campaign-seals";
import { checkpoints } from "@/db/schema/checkpoints";
import { logEntries } from "@/db/schema/log-entries";

export type CampaignSeal = {
  root: Uint8Array;
  /** Which entry of the log says so, from 0. */
  entry: number;
  /** The newest head of the log that has that entry and was signed; null: none is. */
  checkpoint: { note: string; verifierKey: string } | null;
};

/** How a campaign was sealed; null for one that was imported before records were. */
export async function findSeal(
  db: Db,
  scope: Scope,
  campaignId: string,
): Promise<CampaignSeal | null> {
  const [sealed] = await db
    .select({ root: campaignSeals.root, entry: logEntries.idx })
    .from(campaignSeals)
    .innerJoin(
      logEntries,
      and(eq(logEntries.campaignId, campaignSeals.campaignId), eq(logEntries.kind, "sealed")),
    )
    .where(
      and(eq(campaignSeals.projectId, scope.projectId), eq(campaignSeals.campaignId, campaignId)),
    )
    .orderBy(logEntries.idx)
    .limit(1);
  if (sealed === undefined) return null;
  const [checkpoint] = await db
    .select({ note: checkpoints.note, verifierKey: checkpoints.verifierKey })
    .from(checkpoints)
    .where(gt(checkpoints.size, sealed.entry))
    .orderBy(desc(checkpoints.size), desc(checkpoints.createdAt))
    .limit(1);
  return { ...sealed, checkpoint: checkpoint ?? null };
}
