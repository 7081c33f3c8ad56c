import type { Sql } from "@/db/client";
import { BLOCK_LEVEL } from "@/lib/ingest/leaf-writer";
import { HASH_BYTES, subtreesOf, type Hash, type Subtree } from "@/lib/integrity/merkle-tree";

const BLOCK = 2 ** BLOCK_LEVEL;

/**
 * The tree of a campaign as far as a proof of one leaf needs it: the leaves of its block, and the roots of
 * the other blocks. Null when there is no such leaf, or blocks are missing.
 *
 * @param count how many leaves there have to be
 */
export async function storedTree(
  sql: Sql,
  campaignId: string,
  index: number,
  count: number,
): Promise<{ subtree: Subtree; leaf: Hash } | null> {
  const mine = Math.floor(index / BLOCK);
  const rows = await sql<{ no: number; root: Uint8Array; leaves: Uint8Array | null }[]>`
    select block_no as no, root, case when block_no = ${mine} then leaves end as leaves
    from leaf_blocks where campaign_id = ${campaignId} order by block_no`;
  const bytes = rows[mine]?.leaves;
  const isWhole = rows.length === Math.ceil(count / BLOCK) && rows.every(({ no }, at) => no === at);
  if (!isWhole || bytes === undefined || bytes === null) return null;
  if (bytes.length !== Math.min(BLOCK, count - mine * BLOCK) * HASH_BYTES) return null;
  const leaves = Array.from({ length: bytes.length / HASH_BYTES }, (_, no) =>
    bytes.subarray(no * HASH_BYTES, (no + 1) * HASH_BYTES),
  );
  const leaf = leaves[index - mine * BLOCK];
  if (leaf === undefined) return null;
  const within = subtreesOf(leaves);
  const above = subtreesOf(rows.map(({ root }) => root));
  const subtree: Subtree = (from, to) => {
    // A range is a part of one block, or whole blocks: a tree is split at powers of two.
    if (Math.floor((to - 1) / BLOCK) === mine && Math.floor(from / BLOCK) === mine)
      return within(from - mine * BLOCK, to - mine * BLOCK);
    return above(from / BLOCK, Math.ceil(to / BLOCK));
  };
  return { subtree, leaf };
}
