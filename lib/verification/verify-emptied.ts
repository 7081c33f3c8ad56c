import type { Sql } from "@/db/client";
import { copyOutAll, fieldOf } from "@/db/copy-out";
import { emptiedBlocks } from "@/db/schema/emptied-blocks";
import { BLOCK_LEVEL } from "@/lib/ingest/leaf-writer";
import type { Transaction } from "@/lib/ingest/insert-rows";
import { sealedRows } from "@/lib/ingest/sealed-tables";
import { hex } from "@/lib/integrity/hex";
import { leafMaker } from "@/lib/integrity/leaf";
import { GrowingTree, HASH_BYTES, type Hash } from "@/lib/integrity/merkle-tree";
import { same } from "@/lib/integrity/proof";
import type { Remains } from "@/lib/integrity/remains";
import { episodeDigests } from "./episode-digests";
import type { Finding } from "./finding";
import { FirstFindings, storedLeaves, type SealedCampaign, type Watching } from "./verify-campaign";

/**
 * The same for a campaign whose content was dropped. Two trees are made anew: the sealed one, of each
 * record's digest and the noted digest of what had been derived from it, which proves those digests; and the
 * one that was logged with the drop, of what is stored since, which proves that no figure changed after it.
 *
 * @param remains what the row of the drop says is left; its digest was held against the log already
 * @returns what is wrong, the first of each kind; empty when nothing is
 */
export async function verifyEmptied(
  tx: Transaction,
  { id: campaignId, root, manifest }: SealedCampaign,
  remains: Remains,
  { onProgress }: Watching = {},
): Promise<Finding[]> {
  const { id: importer, version: importerVersion } = manifest.importer;
  const leafOf = leafMaker({ campaignId, importer, importerVersion });
  const found = new FirstFindings();
  const [sealed, left] = [new GrowingTree(), new GrowingTree()];
  const leaves = await storedLeaves(tx, campaignId);
  const kept = await emptiedDigests(tx, campaignId);
  for await (const { from, episodes, extra } of episodeDigests(tx, campaignId, manifest.episodes)) {
    for (const [no, { record, noted, derived }] of episodes.entries()) {
      const seq = from + no;
      if (noted === null || derived === null) {
        found.add("missing", seq, "It is gone, or a part of it.");
        continue;
      }
      if (record !== null)
        found.add("record", seq, "Its record has bytes, and its content was dropped.");
      const was = leafOf({ seq, record: noted, derived: at(kept.derived, seq) });
      sealed.add(was);
      if (!same(at(leaves.leaves, seq), was)) found.add("leaves", seq, LEAVES);
      left.add(leafOf({ seq, record: noted, derived }));
      if (!same(at(kept.remains, seq), derived)) found.add("episode", seq, EPISODE);
    }
    if (extra !== null)
      found.add("extra", extra, `There is an episode ${extra}, which was not sealed.`);
    onProgress?.(from - 1 + episodes.length);
  }
  const isSealed = sealed.size === manifest.episodes && same(sealed.root(), root);
  const isLeft = left.size === manifest.episodes && hex(left.root()) === remains.root;
  if (isLeft) {
    // What is stored is what was left: only what was noted of it is not.
    if (found.list.some(({ kind }) => kind === "episode")) found.add("leaves", null, LEAVES);
    found.drop("episode");
  } else found.add("root", null, "What is stored does not make the root that was logged.");
  if (!isSealed || !leaves.isSound || !same(leaves.root, root)) found.add("leaves", null, LEAVES);
  return found.list;
}

const EMPTIED_BLOCKS = { table: emptiedBlocks, order: "block_no" };

const LEAVES = "The digests kept of the records are not those that were sealed.";
const EPISODE =
  "Its place or the figures made of it are not those of when its content was dropped.";

type EmptiedDigests = { derived: Uint8Array; remains: Uint8Array };

/** What was noted of each episode when the content was dropped, 32 bytes each, in their order. */
async function emptiedDigests(tx: Transaction, campaignId: string): Promise<EmptiedDigests> {
  const rows = await copyOutAll(tx, sealedRows(EMPTIED_BLOCKS, campaignId));
  const all = (no: number) => Buffer.concat(rows.flatMap((row) => fieldOf(row, no) ?? []));
  return { derived: all(3), remains: all(4) };
}

/** What was noted of one episode; null where nothing was. */
export async function emptiedDigestsOf(
  sql: Sql,
  campaignId: string,
  seq: number,
): Promise<{ derived: Hash; remains: Hash } | null> {
  const [block, place] = [(seq - 1) >> BLOCK_LEVEL, ((seq - 1) % 2 ** BLOCK_LEVEL) + 1];
  const [row] = await sql<EmptiedDigests[]>`
    select derived, remains from emptied_blocks
    where campaign_id = ${campaignId} and block_no = ${block}`;
  if (row === undefined) return null;
  return { derived: at(row.derived, place), remains: at(row.remains, place) };
}

/** Empty beyond the end: no digest is. */
function at(digests: Uint8Array, no: number): Hash {
  return digests.subarray((no - 1) * HASH_BYTES, no * HASH_BYTES);
}
