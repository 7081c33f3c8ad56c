import { hash } from "node:crypto";

/** SHA-256, 32 bytes. */
export type Hash = Uint8Array;

export const HASH_BYTES = 32;
/** Trees of ours end far below: a campaign has at most a million leaves. */
const MAX_SIZE = 2 ** 31;

/** The root of a tree without a leaf (RFC 6962, 2.1). */
export const EMPTY_ROOT: Hash = hash("sha256", "", "buffer");

/** The hash of a leaf: a byte 0x00 stands before what it says, so that no node can pass for one. */
export function leafHash(body: string): Hash {
  return hash("sha256", `\0${body}`, "buffer");
}

export function nodeHash(left: Hash, right: Hash): Hash {
  NODE.set(left, 1);
  NODE.set(right, 1 + HASH_BYTES);
  return hash("sha256", NODE, "buffer");
}

/** Filled anew for each node; hashing it ends before anybody else can. */
const NODE = new Uint8Array(1 + 2 * HASH_BYTES).fill(1, 0, 1);

/**
 * A tree of RFC 6962 that leaves are added to one by one. It keeps the roots of its complete subtrees: as
 * many as the size has bits set.
 */
export class GrowingTree {
  readonly #subtrees: { level: number; root: Hash }[] = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(leaf: Hash): void {
    this.addSubtree(leaf, 0);
  }

  /** Adds the root of 2^level leaves at once; the size has to be a multiple of that. */
  addSubtree(root: Hash, level: number): void {
    let added = { level, root };
    for (;;) {
      const last = this.#subtrees.at(-1);
      if (last === undefined || last.level !== added.level) break;
      this.#subtrees.pop();
      added = { level: added.level + 1, root: nodeHash(last.root, added.root) };
    }
    this.#subtrees.push(added);
    this.#size += 2 ** level;
  }

  /** The root over the leaves so far. */
  root(): Hash {
    const [last, ...before] = this.#subtrees.map(({ root }) => root).toReversed();
    return before.reduce((right, left) => nodeHash(left, right), last ?? EMPTY_ROOT);
  }
}

/** The root of the leaves from `from` up to and without `to`. */
export type Subtree = (from: number, to: number) => Hash;

/** The subtrees of leaves that are all in memory. */
export function subtreesOf(leaves: readonly Hash[]): Subtree {
  const root: Subtree = (from, to) => {
    if (to - from === 1) return at(leaves, from);
    const middle = from + split(to - from);
    return nodeHash(root(from, middle), root(middle, to));
  };
  return (from, to) => (to === from ? EMPTY_ROOT : root(from, to));
}

export function rootOf(leaves: readonly Hash[]): Hash {
  return subtreesOf(leaves)(0, leaves.length);
}

/**
 * That the leaf at `index` is in the tree of `size` leaves: the roots beside its way up, lowest first
 * (RFC 6962, 2.1.1). At most ⌈log2 size⌉ of them.
 *
 * @throws RangeError: no such leaf
 */
export function inclusionProof(subtree: Subtree, index: number, size: number): Hash[] {
  if (!isCount(index) || !isCount(size) || index >= size) throw new RangeError("no such leaf");
  const path: Hash[] = [];
  let [from, to] = [0, size];
  while (to - from > 1) {
    const middle = from + split(to - from);
    if (index < middle) {
      path.push(subtree(middle, to));
      to = middle;
    } else {
      path.push(subtree(from, middle));
      from = middle;
    }
  }
  return path.toReversed();
}

/**
 * That the tree of `size` leaves begins with the one of `before` leaves (RFC 6962, 2.1.2). Empty when
 * `before` is `size`, or 0: every tree begins with none.
 *
 * @throws RangeError: `before` is beyond `size`
 */
export function consistencyProof(subtree: Subtree, before: number, size: number): Hash[] {
  if (!isCount(before) || !isCount(size) || before > size) throw new RangeError("no such tree");
  if (before === 0 || before === size) return [];
  const path: Hash[] = [];
  let [from, to] = [0, size];
  // Whether what is left of the smaller tree is a subtree that the verifier knows by its root.
  let known = true;
  while (before !== to) {
    const middle = from + split(to - from);
    if (before <= middle) {
      path.push(subtree(middle, to));
      to = middle;
    } else {
      path.push(subtree(from, middle));
      from = middle;
      known = false;
    }
  }
  if (!known) path.push(subtree(from, to));
  return path.toReversed();
}

/** The largest power of two below the size. */
function split(size: number): number {
  return 2 ** (31 - Math.clz32(size - 1));
}

export function isCount(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value < MAX_SIZE;
}

function at(leaves: readonly Hash[], index: number): Hash {
  const leaf = leaves[index];
  if (leaf === undefined) throw new RangeError("no such leaf");
  return leaf;
}
