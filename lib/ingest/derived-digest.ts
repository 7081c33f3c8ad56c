import { hash } from "node:crypto";
import type { Hash } from "@/lib/integrity/merkle-tree";

/** Grows to the largest episode: digests are made one after the other, and nothing is held between. */
let scratch = Buffer.allocUnsafe(64 * 1024);

/**
 * SHA-256 of the rows that were derived from an episode's record, table by table, each with its length
 * before it. The rows are in the binary form in which they go to Postgres and come back from it, which
 * keeps every figure exactly and is there already: canonical JSON of the same would cost an import more
 * than the rest of the proof.
 *
 * @param tables the rows of each of `EPISODE_TABLES`, in its order; rows that lie together may be one piece
 */
export function derivedDigest(tables: readonly (readonly Uint8Array[])[]): Hash {
  let length = 0;
  for (const rows of tables) length += 4 + lengthOf(rows);
  if (length > scratch.length) scratch = Buffer.allocUnsafe(length * 2);
  let at = 0;
  for (const rows of tables) {
    at = scratch.writeUInt32BE(lengthOf(rows), at);
    for (const bytes of rows) {
      scratch.set(bytes, at);
      at += bytes.length;
    }
  }
  return hash("sha256", scratch.subarray(0, at), "buffer");
}

function lengthOf(rows: readonly Uint8Array[]): number {
  let length = 0;
  for (const bytes of rows) length += bytes.length;
  return length;
}
