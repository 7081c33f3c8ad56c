import { createHash } from "node:crypto";
import { copyOut, type BinaryRow } from "@/db/copy-out";
import { campaignSeals } from "@/db/schema/campaign-seals";
import { manifestText, type CampaignManifest } from "@/lib/integrity/campaign-manifest";
import { hex } from "@/lib/integrity/hex";
import type { Hash } from "@/lib/integrity/merkle-tree";
import { SCORING_VERSION } from "@/lib/metrics/scoring/scoring-version";
import { insertRows, type Transaction } from "./insert-rows";
import { CAMPAIGN_TABLES, SEALED_FORM, sealedRows } from "./sealed-tables";

export type SealInput = Omit<
  CampaignManifest,
  "v" | "campaign" | "project" | "scoring" | "form" | "root" | "tables"
>;

/** Seals a campaign whose rows are all written: nothing of it changes from here on. */
export async function writeSeal(
  tx: Transaction,
  scope: { projectId: string; campaignId: string },
  root: Hash,
  input: SealInput,
): Promise<void> {
  const manifest = manifestText({
    v: 1,
    campaign: scope.campaignId,
    project: scope.projectId,
    scoring: SCORING_VERSION,
    form: SEALED_FORM,
    root: hex(root),
    tables: await tableDigests(tx, scope.campaignId),
    ...input,
  });
  await insertRows(tx, campaignSeals, [{ ...scope, root, manifest }]);
}

/**
 * The campaign's own rows as they are stored at this moment, by table.
 *
 * @param as what a row of a table is taken to be, in place of what it is
 */
export async function tableDigests(
  tx: Transaction,
  campaignId: string,
  as: (name: string, row: BinaryRow) => BinaryRow = (_, row) => row,
): Promise<CampaignManifest["tables"]> {
  const digests: Record<string, CampaignManifest["tables"][string]> = {};
  for (const [name, sealed] of Object.entries(CAMPAIGN_TABLES)) {
    const hash = createHash("sha256");
    let rows = 0;
    for await (const some of copyOut(tx, sealedRows(sealed, campaignId))) {
      rows += some.length;
      for (const row of some) hash.update(as(name, row));
    }
    digests[name] = { rows, sha256: hash.digest("hex") };
  }
  return digests;
}
