import type { Db, Scope } from "@/db/client";
import { findSeal } from "@/db/queries/seals";
import { readCheckpointBody, readNote } from "@/lib/integrity/checkpoint";
import type { ReportSeal } from "@/lib/reports/report-document";

/** How a campaign was sealed, as pages and reports show it; null: before records were. */
export async function sealAnswer(
  db: Db,
  scope: Scope,
  campaignId: string,
): Promise<ReportSeal | null> {
  const seal = await findSeal(db, scope, campaignId);
  if (seal === null) return null;
  const root = Buffer.from(seal.root).toString("hex");
  if (seal.checkpoint === null) return { root, entry: seal.entry, checkpoint: null };
  const { note, verifierKey: publicKey } = seal.checkpoint;
  const head = readCheckpointBody(readNote(note)?.body ?? "");
  const checkpoint =
    head === null
      ? null
      : { size: head.size, root: Buffer.from(head.root).toString("hex"), note, publicKey };
  return { root, entry: seal.entry, checkpoint };
}
