import { hash } from "node:crypto";
import type { Database, Scope } from "@/db/client";
import { emptiedBlocks } from "@/db/schema/emptied-blocks";
import { audit } from "@/lib/audit/audit";
import type { Actor } from "@/lib/domain/actor";
import { AppError } from "@/lib/errors";
import { refuseHeld } from "@/lib/ingest/delete-campaign";
import { EMPTIED_TABLES, emptiedOwnRow } from "@/lib/ingest/dropped-content";
import { importTransaction } from "@/lib/ingest/import-transaction";
import type { Transaction } from "@/lib/ingest/insert-rows";
import { BLOCK_LEVEL } from "@/lib/ingest/leaf-writer";
import { createPending } from "@/lib/ingest/pending-rows";
import { publishCheckpoint } from "@/lib/ingest/publish-checkpoint";
import { tableDigests } from "@/lib/ingest/seal-campaign";
import { SEALED_FORM } from "@/lib/ingest/sealed-tables";
import { readManifest, type CampaignManifest } from "@/lib/integrity/campaign-manifest";
import { hex } from "@/lib/integrity/hex";
import { leafMaker } from "@/lib/integrity/leaf";
import { GrowingTree, type Hash } from "@/lib/integrity/merkle-tree";
import { remainsText } from "@/lib/integrity/remains";
import { verifyLog } from "@/lib/verification/verify-log";
import { campaignRows, verifySealed } from "@/lib/verification/verify-seal";

export type DropInput = Scope & {
  campaignId: string;
  by: Actor;
  /** In 1 to 500 characters (`lib/domain/given-reason.ts`). */
  reason: string;
};

export type Dropped = { name: string; records: number; bytes: number };

/**
 * Drops the content of a campaign: the bytes of its records, the texts made of them and its source files.
 * What was made of them stays, with the digests by which it is proven (docs/retention.md).
 *
 * Everything is read and held against its seal before: what was changed already is not dropped, for nobody
 * could see it afterwards. One transaction, so that it is done whole or not at all.
 *
 * @throws AppError not_found: the project has no such campaign, any more; conflict: it is on hold, its
 *   content was dropped before, it was never sealed, or it is not what was sealed
 */
export async function dropContent(
  { sql }: Pick<Database, "sql">,
  input: DropInput,
): Promise<Dropped> {
  const dropped = await importTransaction(sql, (tx) => dropWithin(tx, input));
  await publishCheckpoint(sql);
  return dropped;
}

/** The same in a transaction that is there already; its log is signed by whoever commits it. */
export async function dropWithin(tx: Transaction, input: DropInput): Promise<Dropped> {
  const { projectId, campaignId, by, reason } = input;
  // A million episodes take longer than a page may.
  await tx`set local statement_timeout = 0`;
  await tx`set local idle_in_transaction_session_timeout = 0`;
  await refuseHeld(tx, projectId, campaignId);
  const [known] = await tx<{ name: string }[]>`
    select name from campaigns where id = ${campaignId} and project_id = ${projectId}`;
  if (known === undefined)
    throw new AppError("not_found", "There is no such campaign in this project.");
  const remains = await noteRemains(tx, { projectId, campaignId });
  const [row] = await tx<{ done: boolean | null }[]>`
    select drop_content(${projectId}, ${campaignId}, ${reason}, ${by.name}, ${remains}) as done`;
  if (row?.done !== true) throw new AppError("conflict", TWICE);
  const [dropped] = await tx<Omit<Dropped, "name">[]>`
    select records, bytes::float8 as bytes from content_drops where campaign_id = ${campaignId}`;
  if (dropped === undefined) throw new Error("content was dropped without its row");
  const { name } = known;
  await audit(tx, by, {
    action: "campaign.emptied",
    projectId,
    object: { kind: "campaign", id: campaignId },
    detail: { name, reason, records: dropped.records, bytes: dropped.bytes },
  });
  return { name, ...dropped };
}

const TWICE = "The content of this campaign was dropped before.";

/**
 * Proves that the campaign is what was sealed, and writes down what each episode's digest was and what will
 * be left of it.
 *
 * @returns what the whole of that is the digest of, for the log
 */
async function noteRemains(
  tx: Transaction,
  scope: { projectId: string; campaignId: string },
): Promise<string> {
  const { campaignId } = scope;
  const [row] = await campaignRows(tx, campaignId);
  if (row === undefined) throw new Error("a campaign that is locked is not there");
  if (row.remains !== null) throw new AppError("conflict", TWICE);
  const manifest = row.manifest === null ? null : readManifest(row.manifest);
  const blocks = manifest === null ? null : blockWriter(tx, scope, manifest);
  const log = await verifyLog(tx, { key: null });
  const { state, findings } = await verifySealed(tx, row, log, {
    onEpisode: (digests) => blocks?.add(digests),
  });
  if (state === "unsealed") throw new AppError("conflict", UNSEALED);
  const [first] = findings;
  if (state !== "proven" || manifest === null || row.manifest === null || blocks === null)
    throw new AppError(
      "conflict",
      `This campaign is not what was sealed, which nobody could see any more without its content, so that nothing was dropped: ${first?.message ?? "verify it"}`,
    );
  const root = await blocks.finish();
  const tables = await tableDigests(tx, campaignId, emptiedOwnRow);
  return remainsText({
    v: 1,
    campaign: campaignId,
    manifest: hash("sha256", row.manifest, "hex"),
    form: SEALED_FORM,
    episodes: manifest.episodes,
    root: hex(root),
    tables: Object.fromEntries(
      Object.entries(tables).filter(([name]) => EMPTIED_TABLES.includes(name)),
    ),
  });
}

const UNSEALED =
  "This campaign was imported before records were sealed, so that nothing could be proven of it without its content: import it again, or delete it.";

/** The digests of the episodes in their order, gathered to blocks, and the root over what will be left. */
function blockWriter(
  tx: Transaction,
  scope: { projectId: string; campaignId: string },
  { importer }: CampaignManifest,
) {
  const { campaignId } = scope;
  const leafOf = leafMaker({
    campaignId,
    importer: importer.id,
    importerVersion: importer.version,
  });
  const rows = createPending(tx, emptiedBlocks);
  const tree = new GrowingTree();
  let blockNo = 0;
  let held: { derived: Hash; remains: Hash }[] = [];
  const close = () => {
    const all = (name: "derived" | "remains") => Buffer.concat(held.map((one) => one[name]));
    rows.add({ ...scope, blockNo, derived: all("derived"), remains: all("remains") });
    blockNo += 1;
    held = [];
  };
  return {
    add({ record, derived, remains }: { record: Hash; derived: Hash; remains: Hash }): void {
      tree.add(leafOf({ seq: tree.size + 1, record, derived: remains }));
      held.push({ derived, remains });
      if (held.length === 2 ** BLOCK_LEVEL) close();
    },
    async finish(): Promise<Hash> {
      if (held.length > 0) close();
      await rows.flush();
      return tree.root();
    },
  };
}
