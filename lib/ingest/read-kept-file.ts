import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { Db, Scope } from "@/db/client";
import { findSourceChunk } from "@/db/queries/source-files";

/** No chunk holds more (kept-source.ts). */
const MAX_CHUNK_BYTES = 2 ** 20;
const decompress = promisify(gunzip);

/**
 * The bytes of a kept file in order, one chunk in memory at a time. The last one comes only when all of
 * them together have the digest of the file.
 *
 * @throws Error: a chunk is missing or damaged, or the bytes are not those that were stored
 */
export async function* readKeptFile(
  db: Db,
  scope: Scope,
  file: { campaignId: string; fileNo: number; chunks: number; sha256: string },
): AsyncGenerator<Uint8Array> {
  const { campaignId, fileNo, chunks, sha256 } = file;
  const hash = createHash("sha256");
  for (let chunkNo = 1; chunkNo <= chunks; chunkNo += 1) {
    const packed = await findSourceChunk(db, scope, { campaignId, fileNo, chunkNo });
    if (packed === null) throw new Error(`chunk ${chunkNo} of a kept file is missing`);
    const bytes = await decompress(packed, { maxOutputLength: MAX_CHUNK_BYTES });
    hash.update(bytes);
    if (chunkNo === chunks && hash.digest("hex") !== sha256)
      throw new Error("a kept file is not what was stored");
    yield bytes;
  }
}
