import type { Db, Scope } from "@/db/client";
import { latestCheckpoint } from "@/db/queries/checkpoints";
import { findSeal } from "@/db/queries/seals";
import type { LostProof } from "@/lib/domain/lost-proof";
import { shownCheckpoint, type ShownCheckpoint } from "@/lib/integrity/checkpoint";
import { hex } from "@/lib/integrity/hex";
import type { ReportSeal } from "@/lib/reports/report-document";

/**
 * How a campaign was sealed, as pages and reports show it, or what is gone of that; null: it was imported
 * before records were sealed.
 */
export async function sealAnswer(
  db: Db,
  scope: Scope,
  campaignId: string,
): Promise<ReportSeal | LostProof | null> {
  const seal = await findSeal(db, scope, campaignId);
  if (seal === null || typeof seal === "string") return seal;
  const { root, entry, checkpoint } = seal;
  return {
    root: hex(root),
    entry: entry.idx,
    checkpoint: checkpoint === null ? null : shownCheckpoint(checkpoint),
  };
}

/** The newest signed head of the log; null: nobody signed it yet. */
export async function checkpointAnswer(db: Db): Promise<ShownCheckpoint | null> {
  const head = await latestCheckpoint(db);
  return head === null ? null : shownCheckpoint(head);
}
