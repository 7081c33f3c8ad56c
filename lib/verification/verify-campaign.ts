import { copyOutAll, fieldOf } from "@/db/copy-out";
import { leafBlocks } from "@/db/schema/leaf-blocks";
import { BLOCK_LEVEL } from "@/lib/ingest/leaf-writer";
import type { Transaction } from "@/lib/ingest/insert-rows";
import { sealedRows } from "@/lib/ingest/sealed-tables";
import type { CampaignManifest } from "@/lib/integrity/campaign-manifest";
import { leafMaker } from "@/lib/integrity/leaf";
import { GrowingTree, HASH_BYTES, type Hash } from "@/lib/integrity/merkle-tree";
import { same } from "@/lib/integrity/proof";
import { episodeDigests, type StoredEpisode } from "./episode-digests";
import type { Finding } from "./finding";

const BLOCK_LEAVES = 2 ** BLOCK_LEVEL;
const LEAF_BLOCKS = { table: leafBlocks, order: "block_no" };

/** What was sealed; the manifest was held against the log already. */
export type SealedCampaign = { id: string; root: Hash; manifest: CampaignManifest };

export type Watching = {
  /** Told how many episodes were read. */
  onProgress?: ((episodes: number) => void) | undefined;
  /** Told of each episode in its turn: its digests, and that of what would be left without its content. */
  onEpisode?: ((digests: { record: Hash; derived: Hash; remains: Hash }) => void) | undefined;
};

/**
 * Reads everything that is stored of a campaign's episodes and makes its tree anew.
 *
 * @returns what is wrong, the first of each kind; empty when nothing is
 */
export async function verifyEpisodes(
  tx: Transaction,
  { id: campaignId, root, manifest }: SealedCampaign,
  { onProgress, onEpisode }: Watching = {},
): Promise<Finding[]> {
  const leafOf = leafMaker({
    campaignId,
    importer: manifest.importer.id,
    importerVersion: manifest.importer.version,
  });
  const found = new FirstFindings();
  const tree = new GrowingTree();
  const stored = await storedLeaves(tx, campaignId);
  const remains = onEpisode !== undefined;
  const stretches = episodeDigests(tx, campaignId, manifest.episodes, { remains });
  for await (const { from, episodes, extra } of stretches) {
    for (const [no, episode] of episodes.entries()) {
      const seq = from + no;
      const leaf = leafOfStored(leafOf, seq, episode, found);
      if (leaf === null) continue;
      tree.add(leaf);
      const { record, derived, remains: left } = episode;
      if (record !== null && derived !== null && left !== null)
        onEpisode?.({ record, derived, remains: left });
      const noted = stored.leaves.subarray((seq - 1) * HASH_BYTES, seq * HASH_BYTES);
      if (!same(noted, leaf)) found.add("episode", seq, EPISODE);
    }
    if (extra !== null)
      found.add("extra", extra, `There is an episode ${extra}, which was not sealed.`);
    onProgress?.(from - 1 + episodes.length);
  }
  const isWhole = tree.size === manifest.episodes && same(tree.root(), root);
  found.judgeLeaves(isWhole, stored, root);
  return found.list;
}

const EPISODE = "Its record, its place or the figures made of it are not those that were sealed.";

function leafOfStored(
  leafOf: ReturnType<typeof leafMaker>,
  seq: number,
  { record, noted, derived }: StoredEpisode,
  found: FirstFindings,
): Hash | null {
  if (noted === null || derived === null) {
    found.add("missing", seq, "It is gone, or a part of it.");
    return null;
  }
  if (record === null) {
    found.add(
      "missing",
      seq,
      "The bytes of its record are gone, and the log does not say that they were dropped.",
    );
    return null;
  }
  if (!same(record, noted))
    found.add("record", seq, "The bytes of its record are not those whose digest was noted.");
  return leafOf({ seq, record, derived });
}

export type StoredLeaves = { leaves: Uint8Array; root: Hash; isSound: boolean };

/** The leaves that an import wrote, their root, and whether their blocks are as it wrote them. */
export async function storedLeaves(tx: Transaction, campaignId: string): Promise<StoredLeaves> {
  const rows = await copyOutAll(tx, sealedRows(LEAF_BLOCKS, campaignId));
  const tree = new GrowingTree();
  const blocks: Uint8Array[] = [];
  let isSound = true;
  for (const [no, row] of rows.entries()) {
    const [blockNo, leaves, root] = [fieldOf(row, 2), fieldOf(row, 3), fieldOf(row, 4)];
    if (blockNo === null || leaves === null || root === null) continue;
    const block = new GrowingTree();
    for (let at = 0; at < leaves.length; at += HASH_BYTES) {
      const leaf = leaves.subarray(at, at + HASH_BYTES);
      block.add(leaf);
      tree.add(leaf);
    }
    const isFull = block.size === BLOCK_LEAVES || no === rows.length - 1;
    isSound &&= blockNo.readInt32BE() === no && isFull && same(block.root(), root);
    blocks.push(leaves);
  }
  return { leaves: Buffer.concat(blocks), root: tree.root(), isSound };
}

/** The first finding of each kind. */
export class FirstFindings {
  readonly list: Finding[] = [];

  add(kind: Finding["kind"], seq: number | null, message: string): void {
    if (this.list.every((known) => known.kind !== kind)) this.list.push({ kind, seq, message });
  }

  drop(kind: Finding["kind"]): void {
    const at = this.list.findIndex((known) => known.kind === kind);
    if (at >= 0) this.list.splice(at, 1);
  }

  /** What the leaves and the sealed root say when they are held against each other. */
  judgeLeaves(isWhole: boolean, stored: StoredLeaves, root: Hash): void {
    const areSealed = stored.isSound && same(stored.root, root);
    if (areSealed && isWhole) return;
    if (!areSealed && isWhole) {
      // The records are those of the sealed root: only what was noted beside them is not.
      this.drop("episode");
      this.add(
        "leaves",
        null,
        "The leaves kept beside the records are not those that were sealed.",
      );
    } else if (!areSealed) {
      const message =
        "Neither the records nor the leaves kept beside them make the sealed root, so that the episode named may not be the first.";
      this.add("root", null, message);
    } else if (this.list.length === 0)
      this.add("root", null, "The records do not make the sealed root.");
  }
}
