import { createHash } from "node:crypto";
import { mkdtemp, readFile, readdir, rm, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { isAppError } from "@/lib/errors";
import {
  completeChunked,
  dropChunked,
  openChunked,
  readChunked,
  takeChunk,
  type ChunkedPlace,
} from "./chunked-upload";

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "aftermath-chunked-"));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const CONTENT = Buffer.from("0123456789abcdefghij+");
const NEW = {
  name: "../a/run.jsonl",
  sizeBytes: CONTENT.length,
  chunkBytes: 5,
  review: false,
  options: { polarity: "safe" },
  replace: false,
  keepSource: true,
  manifest: null,
};

const sha = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const part = (index: number) => CONTENT.subarray(index * 5, index * 5 + 5);
const send = (place: ChunkedPlace, index: number, bytes: Uint8Array = part(index)) =>
  takeChunk(place, { index, bytes, sha256: sha(bytes) });

async function open(more: Partial<typeof NEW> = {}): Promise<ChunkedPlace> {
  const { id } = await openChunked(dataDir, "p1", { ...NEW, ...more });
  return { dataDir, projectId: "p1", id };
}

async function codeOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
  } catch (error) {
    return isAppError(error) ? error.code : String(error);
  }
  return "nothing was thrown";
}

describe("E10: an upload in chunks", () => {
  test("takes them in any order, again and at once, and is whole when all are here", async () => {
    const place = await open();
    expect(await readChunked(place)).toEqual({
      id: place.id,
      name: "a/run.jsonl",
      sizeBytes: 21,
      chunkBytes: 5,
      chunks: 5,
      received: 0,
      missing: [0, 1, 2, 3, 4],
    });
    await send(place, 4);
    await Promise.all([send(place, 1), send(place, 1), send(place, 3)]);
    expect(await readChunked(place)).toMatchObject({ received: 3, missing: [0, 2] });
    expect(await codeOf(completeChunked(place, async () => {}))).toBe("conflict");
    await send(place, 0);
    expect(await send(place, 2)).toMatchObject({ received: 5, missing: [] });

    const spool = place.id;
    const queued: unknown[] = [];
    const queue = async (whole: unknown) => {
      queued.push(whole);
    };
    await completeChunked(place, queue);
    expect(queued).toEqual([
      {
        review: false,
        upload: {
          spool,
          name: "a/run.jsonl",
          options: { polarity: "safe" },
          replace: false,
          keepSource: true,
          manifest: null,
        },
      },
    ]);
    expect(await readFile(join(dataDir, "uploads", spool, "000001"))).toEqual(CONTENT);
    // Asked for again, because the first answer was lost.
    await completeChunked(place, queue);
    expect(queued).toHaveLength(2);
    expect(queued[1]).toEqual(queued[0]);
    expect(await codeOf(readChunked(place))).toBe("not_found");
  });

  test("refuses a chunk of another length, digest or place, and another one at a place that is taken", async () => {
    const place = await open();
    expect(await codeOf(send(place, 5, Buffer.from("x")))).toBe("invalid_input");
    expect(await codeOf(send(place, 0, Buffer.from("0123")))).toBe("invalid_input");
    expect(await codeOf(send(place, 4, part(0)))).toBe("invalid_input");
    const forged = { index: 0, bytes: part(0), sha256: sha(part(1)) };
    expect(await codeOf(takeChunk(place, forged))).toBe("invalid_input");
    await send(place, 0);
    expect(await codeOf(send(place, 0, part(1)))).toBe("conflict");
    expect(await readChunked(place)).toMatchObject({ received: 1 });
    for (const index of [1, 2, 3, 4]) await send(place, index);
    await completeChunked(place, async () => {});
    expect(await readFile(join(dataDir, "uploads", place.id, "000001"))).toEqual(CONTENT);
  });

  test("is nobody's in another project, before and after it is whole", async () => {
    const place = await open();
    const other = { ...place, projectId: "p2" };
    expect(await codeOf(readChunked(other))).toBe("not_found");
    expect(await codeOf(send(other, 0))).toBe("not_found");
    expect(await codeOf(dropChunked(other))).toBe("not_found");
    for (const index of [0, 1, 2, 3, 4]) await send(place, index);
    expect(await codeOf(completeChunked(other, async () => {}))).toBe("not_found");
    await completeChunked(place, async () => {});
    expect(await codeOf(completeChunked(other, async () => {}))).toBe("not_found");
  });

  test("leaves nothing when it is given up, or when no chunk came for a day", async () => {
    const [dropped, stale, young] = [await open(), await open(), await open()];
    await send(stale, 0);
    await dropChunked(dropped);
    const folder = join(dataDir, "chunked-uploads", "p1");
    const dayAgo = Date.now() / 1000 - 24 * 3600 - 60;
    await utimes(join(folder, stale.id, "received"), dayAgo, dayAgo);
    const newest = await open();
    expect((await readdir(folder)).toSorted()).toEqual([young.id, newest.id].toSorted());
  });

  test("has limits: 5 GiB, 10,000 chunks, 20 at once in a project", async () => {
    const GIB = 2 ** 30;
    const large = { chunkBytes: 8 * 2 ** 20, sizeBytes: 5 * GIB + 1 };
    expect(await codeOf(open(large))).toBe("too_large");
    expect(await codeOf(open({ chunkBytes: 1, sizeBytes: 10_001 }))).toBe("too_large");
    for (let count = 0; count < 20; count += 1) await open({ chunkBytes: 1, sizeBytes: 10_000 });
    expect(await codeOf(open())).toBe("conflict");
    expect(await codeOf(openChunked(dataDir, "p2", NEW))).toBe("nothing was thrown");
  });
});
