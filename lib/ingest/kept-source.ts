import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gzip, gzipSync } from "node:zlib";
import { sourceChunks } from "@/db/schema/source-chunks";
import { sourceFiles } from "@/db/schema/source-files";
import { insertRows, type Transaction } from "./insert-rows";
import type { MaskedFile } from "./masked-source";
import { sanitise } from "./sanitise";

type Scope = { projectId: string; campaignId: string };
type Chunk = { fileNo: number; chunkNo: number; bytes: Uint8Array };

/**
 * So much of a file is one chunk. A little less than 1 MiB, which no chunk exceeds: what cannot be
 * compressed grows by five bytes in 16 KiB and a header (RFC 1951, 3.2.4).
 */
const CHUNK_BYTES = 2 ** 20 - 8192;
const BATCH_ROWS = 500;

/**
 * On logs in JSON, a core does 306 MB/s at level 1, 285 at 3 and 187 at 6, and 9.4, 8.1 and 5.6 % are left.
 * What is small is compressed on the spot: handing it to another thread and back takes ten times as long as
 * compressing 13 kB does.
 */
const OPTIONS = { level: 3 };
const SMALL_BYTES = 128 * 1024;
const inAnotherThread = promisify(gzip);

async function compressed(bytes: Uint8Array): Promise<Uint8Array> {
  return bytes.length <= SMALL_BYTES ? gzipSync(bytes, OPTIONS) : inAnotherThread(bytes, OPTIONS);
}

/**
 * Keeps the files that a campaign was read from, in its transaction: one row each, and unless `bytes` is
 * false what they hold, in compressed chunks. Of the bytes at most some 2 MiB are in memory; the next are
 * read when these are written.
 */
export async function keepSource(
  tx: Transaction,
  scope: Scope,
  files: readonly MaskedFile[],
  { bytes }: { bytes: boolean },
): Promise<void> {
  for (let at = 0; at < files.length; at += BATCH_ROWS) {
    const rows = files.slice(at, at + BATCH_ROWS).map((file, i) => ({
      ...scope,
      fileNo: at + i + 1,
      path: sanitise(file.path, { nul: false, loneSurrogate: false }),
      sizeBytes: file.sizeBytes,
      sha256: Buffer.from(file.sha256, "hex"),
      masked: file.masked,
      chunks: bytes ? Math.ceil(file.sizeBytes / CHUNK_BYTES) : 0,
    }));
    await insertRows(tx, sourceFiles, rows);
  }
  if (!bytes) return;
  const batch = createPendingChunks(tx, scope);
  for (const [index, file] of files.entries()) {
    for await (const { bytes: plain, ...place } of chunksOf(file, index + 1))
      await batch.add({ ...place, gzip: await compressed(plain) });
  }
  await batch.flush();
}

/** Chunks that wait to be written together: some 1 MiB of them, or as many as one statement takes. */
function createPendingChunks(tx: Transaction, scope: Scope) {
  let rows: (typeof sourceChunks.$inferInsert)[] = [];
  let length = 0;
  const flush = async () => {
    const full = rows;
    rows = [];
    length = 0;
    await insertRows(tx, sourceChunks, full);
  };
  return {
    flush,
    async add(chunk: { fileNo: number; chunkNo: number; gzip: Uint8Array }): Promise<void> {
      rows.push({ ...scope, ...chunk });
      length += chunk.gzip.length;
      if (length >= CHUNK_BYTES || rows.length === BATCH_ROWS) await flush();
    },
  };
}

/** @throws Error when its bytes are not those that its digest is of, which is a fault of the program */
async function* chunksOf(file: MaskedFile, fileNo: number): AsyncGenerator<Chunk> {
  const hash = createHash("sha256");
  let chunkNo = 0;
  let parts: Uint8Array[] = [];
  let length = 0;
  const finish = (): Chunk => {
    chunkNo += 1;
    const bytes = Buffer.concat(parts);
    parts = [];
    length = 0;
    return { fileNo, chunkNo, bytes };
  };
  for await (const piece of file.open()) {
    hash.update(piece);
    let from = 0;
    while (length + piece.length - from >= CHUNK_BYTES) {
      const to = from + CHUNK_BYTES - length;
      parts.push(piece.subarray(from, to));
      from = to;
      yield finish();
    }
    if (from < piece.length) parts.push(piece.subarray(from));
    length += piece.length - from;
  }
  if (length > 0) yield finish();
  if (hash.digest("hex") !== file.sha256)
    throw new Error(
      `the masked bytes of a file differ between two readings: ${JSON.stringify(file.path)}`,
    );
}
