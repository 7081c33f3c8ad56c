import { leafBlocks } from "@/db/schema/leaf-blocks";
import { leafMaker, type EpisodeDigests, type LeafContext } from "@/lib/integrity/leaf";
import { GrowingTree, type Hash } from "@/lib/integrity/merkle-tree";
import type { CampaignScope } from "./campaign-roster";
import type { Transaction } from "./insert-rows";
import { createPending } from "./pending-rows";

/** Two to the power of this many leaves are one block. */
export const BLOCK_LEVEL = 8;
const BLOCK_LEAVES = 2 ** BLOCK_LEVEL;

/** The leaves of a campaign in the order of its episodes, gathered to blocks, and the root over them. */
export function createLeafWriter(
  tx: Transaction,
  scope: CampaignScope,
  by: Omit<LeafContext, "campaignId">,
) {
  const leafOf = leafMaker({ campaignId: scope.campaignId, ...by });
  const rows = createPending(tx, leafBlocks);
  const tree = new GrowingTree();
  let block = new GrowingTree();
  let leaves: Hash[] = [];
  let blockNo = 0;
  const close = () => {
    const root = block.root();
    rows.add({ ...scope, blockNo, leaves: Buffer.concat(leaves), root });
    blockNo += 1;
    [leaves, block] = [[], new GrowingTree()];
    return root;
  };
  return {
    add(episode: EpisodeDigests): void {
      const leaf = leafOf(episode);
      leaves.push(leaf);
      block.add(leaf);
      if (leaves.length === BLOCK_LEAVES) tree.addSubtree(close(), BLOCK_LEVEL);
    },
    /** Writes what is held. @returns the root over all leaves */
    async finish(): Promise<Hash> {
      for (const leaf of leaves) tree.add(leaf);
      if (leaves.length > 0) close();
      await rows.flush();
      return tree.root();
    },
  };
}

export type LeafWriter = ReturnType<typeof createLeafWriter>;
