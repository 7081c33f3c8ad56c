import { hash as digest } from "node:crypto";
import { describe, expect, test } from "vitest";
import { figure } from "@/lib/testing/security-figure";
import {
  consistencyProof,
  EMPTY_ROOT,
  GrowingTree,
  HASH_BYTES,
  inclusionProof,
  leafHash,
  nodeHash,
  rootOf,
  subtreesOf,
  type Hash,
} from "./merkle-tree";
import { continues, includes } from "./proof";

/** The leaves and roots that the reference implementation tests with (transparency-dev/merkle, testonly). */
const KNOWN_LEAVES = [
  "",
  "00",
  "10",
  "2021",
  "3031",
  "40414243",
  "5051525354555657",
  "606162636465666768696a6b6c6d6e6f",
];
const KNOWN_ROOTS = [
  "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
  "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
  "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
  "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
  "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
  "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
  "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
  "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
];

const leaves = (count: number): Hash[] =>
  Array.from({ length: count }, (_, no) => leafHash(`leaf ${no}`));
const hex = (hash: Hash) => Buffer.from(hash).toString("hex");

describe("the tree", () => {
  test("A3: has the roots of RFC 6962 for the reference leaves, with its prefixes", () => {
    const known = KNOWN_LEAVES.map((body) => leafHash(Buffer.from(body, "hex").toString("latin1")));
    const tree = new GrowingTree();
    expect(hex(EMPTY_ROOT)).toBe(
      "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    );
    expect(hex(tree.root())).toBe(hex(EMPTY_ROOT));
    const roots = known.map((leaf, no) => {
      tree.add(leaf);
      expect(hex(rootOf(known.slice(0, no + 1)))).toBe(hex(tree.root()));
      return hex(tree.root());
    });
    expect(roots).toEqual(KNOWN_ROOTS);
    expect(tree.size).toBe(8);
  });

  test("grows by whole subtrees to the same root", () => {
    const all = leaves(1000);
    const tree = new GrowingTree();
    for (let from = 0; from < 768; from += 256)
      tree.addSubtree(rootOf(all.slice(from, from + 256)), 8);
    for (const leaf of all.slice(768)) tree.add(leaf);
    expect(hex(tree.root())).toBe(hex(rootOf(all)));
  });
});

describe("a proof of one leaf", () => {
  /**
   * The check of a proof walks up from the leaf, and what it has in hand on the way is itself a leaf of a
   * smaller tree. So a bit of the path is turned where the walk comes to it, and the part of the way that
   * neighbours share is looked at once: the same changes by a third of the hashes.
   */
  test("A3: is good for every leaf of every size up to 64, and no bit of it may differ", async () => {
    let [proofs, bits, refused, taken] = [0, 0, 0, 0];
    const count = (accepted: boolean) => (accepted ? (taken += 1) : (refused += 1));
    const all = leaves(64);
    for (let size = 1; size <= 64; size += 1) {
      const subtree = subtreesOf(all.slice(0, size));
      const root = Uint8Array.from(subtree(0, size));
      const walked = new Set<string>();
      for (let index = 0; index < size; index += 1) {
        const path = inclusionProof(subtree, index, size);
        const leaf = all[index] ?? EMPTY_ROOT;
        expect(path.length).toBeLessThanOrEqual(Math.ceil(Math.log2(size)));
        proofs += 1;
        bits += (path.length + 2) * HASH_BYTES * 8;
        eachBit(leaf, () => count(includes({ size, root }, { leaf, index, path })));
        for (const step of walk({ leaf, index, path }, size)) {
          expect(includes({ size: step.size, root }, step)).toBe(true);
          const name = `${step.index} of ${step.size}`;
          if (walked.has(name)) break;
          walked.add(name);
          const part = step.path[0] ?? root;
          eachBit(part, () => count(includes({ size: step.size, root }, step)));
        }
        for (let bit = 0; bit < 31; bit += 1) {
          count(includes({ size, root }, { leaf, index: index ^ (1 << bit), path }));
          const other = size ^ (1 << bit);
          // Another size is another tree only where the path tells: that of the manifest is told below.
          if (shape(index, other) !== shape(index, size))
            count(includes({ size: other, root }, { leaf, index, path }));
        }
        for (const cut of [path.slice(1), path.slice(0, -1), [...path, root]])
          if (cut.length !== path.length)
            count(includes({ size, root }, { leaf, index, path: cut }));
      }
    }
    expect({ proofs, bits, taken }).toEqual({ proofs: 2080, bits: 3_977_216, taken: 0 });
    expect(refused).toBeGreaterThan(700_000);
    await figure(
      "A3",
      `every one of ${bits} bits of leaf, path and root in ${proofs} proofs (n = 1..64), and of index and size: all refused`,
    );
  });

  test("A3: has 320 bytes at 1,000 leaves and 544 at 100,000", async () => {
    const sizes = [1000, 100_000].map((size) => {
      const subtree = subtreesOf(leaves(size));
      return Math.max(
        ...[0, 1, Math.floor(size / 2), size - 1].map((index) => {
          const path = inclusionProof(subtree, index, size);
          return path.length * HASH_BYTES;
        }),
      );
    });
    expect(sizes).toEqual([320, 544]);
    await figure("A3", `a proof has ${sizes[0]} B at 1,000 episodes and ${sizes[1]} B at 100,000`);
  });

  test("refuses what is no leaf of the tree", () => {
    const subtree = subtreesOf(leaves(5));
    for (const index of [5, -1, 0.5, Number.NaN])
      expect(() => inclusionProof(subtree, index, 5)).toThrow(RangeError);
  });

  test("A3: a node never passes for a leaf", () => {
    const [a, b] = leaves(2);
    if (a === undefined || b === undefined) throw new Error("two leaves");
    const sha256 = (...parts: Uint8Array[]) => digest("sha256", Buffer.concat(parts), "hex");
    expect(hex(leafHash("ü"))).toBe(sha256(Buffer.of(0, 0xc3, 0xbc)));
    expect(hex(nodeHash(a, b))).toBe(sha256(Buffer.of(1), a, b));
    expect(hex(nodeHash(a, b))).not.toBe(sha256(Buffer.of(0), a, b));
  });
});

describe("a proof that a tree goes on", () => {
  test("A4: is good between any two of 100 sizes, and no bit of it may differ", async () => {
    let [pairs, refused, taken] = [0, 0, 0];
    const subtree = subtreesOf(leaves(100));
    const heads = Array.from({ length: 101 }, (_, size) => ({ size, root: subtree(0, size) }));
    for (const before of heads)
      for (const after of heads) {
        if (before.size > after.size) continue;
        const path = consistencyProof(subtree, before.size, after.size);
        expect(continues(before, after, path)).toBe(true);
        pairs += 1;
        if (before.size === 0) continue;
        for (const part of [before.root, after.root, ...path]) {
          part[5] = (part[5] ?? 0) ^ 4;
          if (before.size === after.size && part === after.root) expect(part).toBe(before.root);
          else if (continues(before, after, path)) taken += 1;
          else refused += 1;
          part[5] = (part[5] ?? 0) ^ 4;
        }
        if (after.size > before.size && continues(after, before, path)) taken += 1;
      }
    expect({ pairs, taken }).toEqual({ pairs: 5151, taken: 0 });
    await figure(
      "A4",
      `consistent between all ${pairs} pairs of 100 heads; ${refused} altered proofs refused`,
    );
  });

  test("A4: a tree whose past differs is never taken for its continuation", () => {
    const all = leaves(40);
    const other = [...all];
    other[3] = leafHash("rewritten");
    for (let size = 4; size < 40; size += 1) {
      const before = { size, root: rootOf(all.slice(0, size)) };
      const after = { size: 40, root: rootOf(other) };
      const path = consistencyProof(subtreesOf(other), size, 40);
      expect(continues(before, after, path)).toBe(false);
    }
  });
});

/** Calls back with every bit of the hash turned, one at a time. */
function eachBit(hash: Hash, look: () => void): void {
  for (let no = 0; no < hash.length * 8; no += 1) {
    const [at, bit] = [no >> 3, 1 << (no % 8)];
    hash[at] = (hash[at] ?? 0) ^ bit;
    look();
    hash[at] = (hash[at] ?? 0) ^ bit;
  }
}

type Step = { leaf: Hash; index: number; size: number; path: readonly Hash[] };

/** What a check has in hand on its way up, from the leaf to the root: each a proof in a smaller tree. */
function* walk({ leaf, index, path }: Omit<Step, "size">, size: number): Generator<Step> {
  let step: Step = { leaf, index, size, path };
  for (;;) {
    yield step;
    const [sibling, ...rest] = step.path;
    if (sibling === undefined) return;
    let [at, last] = [step.index, step.size - 1];
    const isRight = at % 2 === 1 || at === last;
    const up = isRight ? nodeHash(sibling, step.leaf) : nodeHash(step.leaf, sibling);
    if (isRight) while (at % 2 === 0 && at !== 0) [at, last] = [at >> 1, last >> 1];
    step = { leaf: up, index: at >> 1, size: (last >> 1) + 1, path: rest };
  }
}

/** On which side each step of the way up lies: all that a path can tell of a tree's size. */
function shape(index: number, size: number): string {
  const sides: string[] = [];
  let [from, to] = [0, size];
  if (index >= size || size < 1) return "none";
  while (to - from > 1) {
    const middle = from + 2 ** Math.floor(Math.log2(to - from - 1));
    sides.push(index < middle ? "left" : "right");
    if (index < middle) to = middle;
    else from = middle;
  }
  return sides.join(" ");
}
