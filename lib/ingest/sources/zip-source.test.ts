import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readWhole } from "@/lib/importers/read-whole";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ZipFile } from "yazl";
import { createWriter, readZip } from "./testing/made-zips";
import { type MadeEntry, zipBytes, zstdRuns } from "./testing/zip-bytes";
import { ZIP_LIMITS, type ZipLimits } from "./zip-limits";
import { isZip, zipFiles } from "./zip-source";

let folder: string;
let written: (bytes: Uint8Array) => Promise<string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "zip-source-"));
  written = createWriter(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const readAll = async (bytes: Uint8Array, limits?: ZipLimits) =>
  readZip(await written(bytes), limits);

const one = (entry: Partial<MadeEntry>) => zipBytes([{ name: "a.json", data: "{}", ...entry }]);
const LARGE = Buffer.from(JSON.stringify(Array.from({ length: 60_000 }, (_, i) => ({ i }))));

describe("zipFiles", () => {
  it("reads stored, deflated and zstd entries, in the order of a folder's walk, again and again", async () => {
    const path = await written(
      zipBytes([
        { name: "b/x.json", data: LARGE },
        { name: "b.json", data: "stored", method: 0 },
        { name: "b/", data: "", method: 0, attributes: 0o040755 * 0x10000 },
        { name: "./ä 漢//z", data: "    ", method: 93, packed: zstdRuns([3, 1]) },
        { name: "__MACOSX/._b.json", data: "resource fork" },
        { name: "b/.DS_Store", data: "x" },
        { name: "__proto__", data: "" },
      ]),
    );
    const files = await zipFiles(path, "made.zip");
    expect(files.map((file) => [file.path, file.sizeBytes])).toEqual([
      ["__proto__", 0],
      ["b/x.json", LARGE.length],
      ["b.json", 6],
      ["ä 漢/z", 4],
    ]);
    for (let pass = 0; pass < 2; pass += 1) {
      const read = await Promise.all(files.map((file) => readWhole(file, LARGE.length)));
      expect(read.map((bytes) => Buffer.from(bytes ?? []).toString())).toEqual([
        "",
        LARGE.toString(),
        "stored",
        "    ",
      ]);
    }
  });

  it("reads what a common writer wrote, with data descriptors and zip64 fields", async () => {
    const zip = new ZipFile();
    zip.addBuffer(Buffer.from("one"), "runs/one.json");
    zip.addBuffer(LARGE, "runs/two.json", { forceZip64Format: true });
    zip.addEmptyDirectory("runs/empty");
    zip.end();
    const chunks: Uint8Array[] = [];
    for await (const chunk of zip.outputStream) {
      if (chunk instanceof Uint8Array) chunks.push(chunk);
    }
    expect(await readAll(Buffer.concat(chunks))).toEqual([
      ["runs/one.json", "one"],
      ["runs/two.json", LARGE.toString()],
    ]);
  });

  it("inspect trap 11: takes the last entry of a name, and leaves one that was only given up unread", async () => {
    const bytes = zipBytes([
      { name: "header.json", data: "old", crc: 1 },
      { name: "other", data: "o" },
      { name: "./header.json", data: "new" },
    ]);
    expect(await readAll(bytes)).toEqual([
      ["header.json", "new"],
      ["other", "o"],
    ]);
  });

  it("hands on what it is asked for and no more, so that a reader who stops costs nothing", async () => {
    const path = await written(zipBytes([{ name: "a", data: LARGE }]));
    const [file] = await zipFiles(path, "made.zip");
    let bytes = 0;
    for await (const chunk of file?.open() ?? []) {
      bytes += chunk.length;
      break;
    }
    expect(bytes).toBeLessThanOrEqual(64 * 1024);
    expect(bytes).toBeGreaterThan(0);
  });

  it("is told by its first bytes, not by its name", async () => {
    expect(await isZip(await written(one({})))).toBe(true);
    expect(await isZip(await written(zipBytes([])))).toBe(true);
    expect(await isZip(await written(Buffer.from("PK, said the text")))).toBe(false);
    expect(await isZip(await written(Buffer.from("PK")))).toBe(false);
  });
});

describe("E3: the limits", () => {
  const names = (count: number) =>
    Array.from({ length: count }, (_, i) => ({ name: `${i}`, method: 0 }));

  it("are those of the promise", () => {
    expect(ZIP_LIMITS).toEqual({ entries: 100_000, ratio: 200, unpackedBytes: 20 * 2 ** 30 });
  });

  it.each([
    [49, true],
    [50, true],
    [51, false],
  ])("of 50 entries allowed, %d: read is %s", async (count, isRead) => {
    const found = await readAll(zipBytes(names(count)), { ...ZIP_LIMITS, entries: 50 });
    if (isRead) expect(found).toHaveLength(count);
    else expect(found).toBe("The zip archive made.zip has more than 50 entries, the limit.");
  });

  it("refuse by the number that the archive states, before the first entry is looked at", async () => {
    expect(await readAll(zipBytes(names(1), { entries: 100_001 }))).toBe(
      "The zip archive made.zip has more than 100000 entries, the limit.",
    );
    expect(await readAll(zipBytes(names(1), { entries: 100_000 }))).toContain(
      "no list of contents",
    );
  });

  it.each([
    [199, true],
    [200, true],
    [201, false],
  ])("an entry that unpacks to %d times its size: read is %s", async (ratio, isRead) => {
    const size = 8192 * ratio;
    const runs = zstdRuns(sizesOf(size));
    const packed = Buffer.concat([runs, skippable(8192 - runs.length)]);
    const found = await readAll(one({ method: 93, data: Buffer.alloc(size, 0x20), packed }));
    expect(Array.isArray(found)).toBe(isRead);
    if (!isRead) expect(found).toContain("more than 200 times its size, the limit");
  });

  it.each([
    [5, true],
    [6, true],
    [7, false],
  ])("of 6 bytes allowed, %d: read is %s", async (size, isRead) => {
    const limits = { ...ZIP_LIMITS, unpackedBytes: 6 };
    const bytes = zipBytes([
      { name: "a", data: "abc" },
      { name: "b", data: "x".repeat(size - 3) },
    ]);
    expect(Array.isArray(await readAll(bytes, limits))).toBe(isRead);
  });
});

/** Run lengths that add up to `size`. */
function sizesOf(size: number): number[] {
  const full = Math.floor(size / 131_072);
  return [...Array.from({ length: full }, () => 131_072), size % 131_072];
}

/** A frame that decoders pass over, `length` bytes long (RFC 8878, 3.1.2). */
function skippable(length: number): Buffer {
  const frame = Buffer.alloc(length);
  frame.writeUInt32LE(0x184d2a50, 0);
  frame.writeUInt32LE(length - 8, 4);
  return frame;
}
