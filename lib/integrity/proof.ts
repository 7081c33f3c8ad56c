import { HASH_BYTES, isCount, nodeHash, type Hash } from "./merkle-tree";

/** A tree as it is known from outside. */
export type TreeHead = { size: number; root: Hash };

/** Whether `leaf` is the one at `index` of the tree, by the path of `inclusionProof` (RFC 9162, 2.1.3.2). */
export function includes(
  tree: TreeHead,
  { leaf, index, path }: { leaf: Hash; index: number; path: readonly Hash[] },
): boolean {
  if (!isCount(index) || !isCount(tree.size) || index >= tree.size) return false;
  if (![leaf, tree.root, ...path].every(isHash)) return false;
  let [at, last] = [index, tree.size - 1];
  let root = leaf;
  for (const sibling of path) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      root = nodeHash(sibling, root);
      while (at % 2 === 0 && at !== 0) [at, last] = [at >> 1, last >> 1];
    } else root = nodeHash(root, sibling);
    [at, last] = [at >> 1, last >> 1];
  }
  return last === 0 && same(root, tree.root);
}

/** Whether the tree `after` begins with all of `before`, by `consistencyProof` (RFC 9162, 2.1.4.2). */
export function continues(before: TreeHead, after: TreeHead, path: readonly Hash[]): boolean {
  if (!isCount(before.size) || !isCount(after.size) || before.size > after.size) return false;
  if (![before.root, after.root, ...path].every(isHash)) return false;
  if (before.size === after.size) return path.length === 0 && same(before.root, after.root);
  if (before.size === 0) return path.length === 0;
  const isPowerOfTwo = (before.size & (before.size - 1)) === 0;
  const [first, ...rest] = isPowerOfTwo ? [before.root, ...path] : path;
  if (first === undefined) return false;
  let [at, last] = [before.size - 1, after.size - 1];
  while (at % 2 === 1) [at, last] = [at >> 1, last >> 1];
  let [old, root] = [first, first];
  for (const sibling of rest) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      old = nodeHash(sibling, old);
      root = nodeHash(sibling, root);
      while (at % 2 === 0 && at !== 0) [at, last] = [at >> 1, last >> 1];
    } else root = nodeHash(root, sibling);
    [at, last] = [at >> 1, last >> 1];
  }
  return last === 0 && same(old, before.root) && same(root, after.root);
}

export function same(a: Hash, b: Hash): boolean {
  return Buffer.compare(a, b) === 0;
}

function isHash(value: Hash): boolean {
  return value.length === HASH_BYTES;
}
