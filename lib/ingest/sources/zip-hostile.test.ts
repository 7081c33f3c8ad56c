import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { figure } from "@/lib/testing/security-figure";
import { createWriter, readZip } from "./testing/made-zips";
import {
  type MadeEntry,
  unicodePathExtra,
  zip64Extra,
  zipBytes,
  zstdRuns,
} from "./testing/zip-bytes";

let folder: string;
let written: (bytes: Uint8Array) => Promise<string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "zip-source-"));
  written = createWriter(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const readAll = async (bytes: Uint8Array) => readZip(await written(bytes));

const one = (entry: Partial<MadeEntry>) => zipBytes([{ name: "a.json", data: "{}", ...entry }]);
const LARGE = Buffer.from(JSON.stringify(Array.from({ length: 60_000 }, (_, i) => ({ i }))));

const MIB = 2 ** 20;
const zeros = deflateRawSync(Buffer.alloc(30 * MIB));
/** As 42.zip is made: an archive within an archive within an archive. */
const nested = [1, 2, 3].reduce(
  (inner) => zipBytes([{ name: "lib.zip", data: inner }]),
  zipBytes([{ name: "zeros", data: "", packed: zeros, unpackedBytes: 30 * MIB }]),
);

/** What is said of each; null where it is read, because nothing about it is dangerous when only read. */
const HOSTILE: [string, () => Uint8Array, string | null][] = [
  [
    "leads out",
    () => one({ name: "../evil" }),
    "../evil in the zip archive made.zip has a path that leads out of the archive.",
  ],
  ["leads out from within", () => one({ name: "a/b/../../../evil" }), "leads out of the archive"],
  ["ends in two dots", () => one({ name: "a/.." }), "leads out of the archive"],
  ["absolute", () => one({ name: "/etc/passwd" }), "has an absolute path"],
  ["a drive", () => one({ name: "C:/evil" }), "has an absolute path"],
  ["a drive with a backslash", () => one({ name: "C:\\evil" }), "has a backslash in its path"],
  ["a backslash", () => one({ name: "a\\..\\evil" }), "has a backslash in its path"],
  ["a share", () => one({ name: "\\\\host\\share" }), "has a backslash in its path"],
  ["NUL in the name", () => one({ name: "a.json\0.png" }), "has a NUL in its path"],
  ["no name", () => one({ name: "" }), "has no name"],
  ["only dots", () => one({ name: "./." }), "has no name"],
  ["a very long name", () => one({ name: "a/".repeat(600) }), "more than 1024 characters"],
  [
    "a symbolic link",
    () => one({ data: "/etc/passwd", attributes: 0o120777 * 0x10000 }),
    "is a symbolic link",
  ],
  ["a pipe", () => one({ attributes: 0o010644 * 0x10000 }), "is neither a plain file nor a folder"],
  [
    "a device",
    () => one({ attributes: 0o020644 * 0x10000 }),
    "is neither a plain file nor a folder",
  ],
  [
    "encrypted",
    () => one({ flags: 0x801 }),
    "a.json in the zip archive made.zip is encrypted; unpack it with its password first.",
  ],
  ["strongly encrypted", () => one({ flags: 0x841 }), "has no list of contents that can be read"],
  ["a masked directory", () => one({ flags: 0x2800 }), "is encrypted"],
  ["AES", () => one({ method: 99 }), "is packed by method 99; stored, deflate and zstd are read"],
  [
    "states too little",
    () => one({ data: "x".repeat(100_000), unpackedBytes: 1000 }),
    "holds more than the 1000 bytes it states",
  ],
  [
    "states too little of much",
    () => one({ data: LARGE, unpackedBytes: LARGE.length - 1 }),
    `holds more than the ${LARGE.length - 1} bytes it states`,
  ],
  ["states nothing", () => one({ unpackedBytes: 0 }), "holds more than the 0 bytes it states"],
  [
    "states too much",
    () => one({ unpackedBytes: 1000 }),
    "holds fewer than the 1000 bytes it states",
  ],
  [
    "two sizes for a stored file",
    () => one({ method: 0, unpackedBytes: 3 }),
    "states two sizes for a file that is only stored, 2 and 3 bytes",
  ],
  [
    "a false checksum",
    () => one({ crc: 7 }),
    "a.json in the zip archive made.zip is damaged: its checksum (CRC-32) does not fit.",
  ],
  [
    "damaged deflate",
    () => one({ packed: Buffer.alloc(40, 0xff) }),
    "is damaged and cannot be unpacked",
  ],
  [
    "cut deflate",
    () => one({ data: LARGE, packed: deflateRawSync(LARGE).subarray(0, 500) }),
    "is damaged and cannot be unpacked",
  ],
  [
    "cut archive",
    () => one({ data: LARGE }).subarray(0, 5000),
    "The zip archive made.zip has no list of contents that can be read; it is damaged, cut short, or no zip archive.",
  ],
  ["only the beginning", () => Buffer.from("PK\u0003\u0004"), "has no list of contents"],
  ["several disks", () => zipBytes([{ name: "a" }], { disk: 3 }), "has no list of contents"],
  [
    "more entries than there are",
    () => zipBytes([{ name: "a" }], { entries: 9 }),
    "has no list of contents",
  ],
  [
    "directory elsewhere",
    () => zipBytes([{ name: "a" }], { directoryAt: 0 }),
    "has no list of contents",
  ],
  [
    "a comment that is another archive",
    () => zipBytes([{ name: "a" }], { comment: zipBytes([{ name: "b" }]).toString("latin1") }),
    null,
  ],
  [
    "content beyond the end",
    () => one({ headerAt: 99_999 }),
    "is not where the list of contents says",
  ],
  [
    "content within the directory",
    () => one({ headerAt: 20 }),
    "is not where the list of contents says",
  ],
  [
    "another name at the content",
    () => one({ localName: "b.json" }),
    "has another name or packing where its content stands",
  ],
  [
    "another method at the content",
    () => one({ localMethod: 0 }),
    "has another name or packing where its content stands",
  ],
  [
    "a name that is not UTF-8",
    () => one({ name: new Uint8Array([0x61, 0xff, 0x2f, 0xc0]) }),
    "has a name marked as UTF-8 that is not",
  ],
  [
    "a second name that leads out",
    () => one({ extra: unicodePathExtra("a.json", "../evil") }),
    "leads out of the archive",
  ],
  [
    "an extra field beyond its end",
    () => one({ extra: Buffer.from([0x75, 0x70, 0xff, 0xff, 1]) }),
    "has no list of contents",
  ],
  [
    "two entries on one content",
    () =>
      zipBytes([
        { name: "a", data: "x" },
        { name: "a", headerAt: 0, hasContent: false, packedBytes: 3 },
      ]),
    "overlaps with another entry",
  ],
  [
    "a quoted archive, entries within entries",
    () => {
      const inner = zipBytes([{ name: "b", data: LARGE }]);
      return zipBytes([
        { name: "a", data: inner, method: 0 },
        {
          name: "b",
          headerAt: 31,
          packedBytes: inner.length - 60,
          unpackedBytes: LARGE.length,
          hasContent: false,
        },
      ]);
    },
    "overlaps with another entry",
  ],
  [
    "a bomb",
    () => one({ packed: zeros, unpackedBytes: 30 * MIB }),
    "would unpack to more than 200 times its size, the limit",
  ],
  [
    "a bomb that lies",
    () => one({ packed: zeros, unpackedBytes: 100 }),
    "holds more than the 100 bytes it states",
  ],
  [
    "a thousand small bombs",
    () =>
      zipBytes(
        Array.from({ length: 1000 }, (_, i) => ({
          name: `${i}`,
          packed: deflateRawSync(Buffer.alloc(100)),
          unpackedBytes: MIB,
        })),
      ),
    "The zip archive made.zip would unpack to more than 200 times its size, the limit.",
  ],
  [
    "zip64 beyond every number",
    () =>
      one({
        unpackedBytes: 0xffffffff,
        packedBytes: 0xffffffff,
        extra: zip64Extra(2n ** 63n, 2n ** 63n),
      }),
    "states a size that cannot be",
  ],
  [
    "zip64 beyond the disk",
    () =>
      one({
        unpackedBytes: 0xffffffff,
        packedBytes: 0xffffffff,
        extra: zip64Extra(2n ** 50n, 2n ** 49n),
      }),
    "would unpack to more than 20 GiB, the limit",
  ],
  [
    "zip64 without its sizes",
    () => one({ unpackedBytes: 0xffffffff, packedBytes: 0xffffffff }),
    "would unpack to more than 200 times its size, the limit",
  ],
  [
    "a zstd bomb that lies",
    () =>
      one({
        method: 93,
        packed: zstdRuns(Array.from({ length: 8000 }, () => 131_072)),
        unpackedBytes: 1000,
      }),
    "holds more than the 1000 bytes it states",
  ],
  [
    "a zstd window of 3 GB",
    () => one({ method: 93, packed: zstdRuns([2], 0x7b, 0xb0) }),
    "needs more than 64 MiB of memory to unpack, the limit",
  ],
  [
    "cut zstd",
    () => one({ method: 93, packed: zstdRuns([2]).subarray(0, 8) }),
    "is packed by zstd and cut short",
  ],
  ["no zstd", () => one({ method: 93 }), "is packed by zstd and damaged"],
  ["an archive of archives of a bomb", () => nested, null],
  [
    "names of prototypes",
    () => zipBytes(["__proto__", "constructor", "toString"].map((name) => ({ name }))),
    null,
  ],
];

describe("E4: hostile archives", () => {
  /** Of all of them. */
  const most = { ms: 0, bytes: 0 };

  it.each(HOSTILE)("%s", async (_, make, expected) => {
    const bytes = make();
    const before = process.memoryUsage().rss;
    const started = performance.now();
    const found = await readAll(bytes);
    const took = { ms: performance.now() - started, bytes: process.memoryUsage().rss - before };
    expect(took.ms).toBeLessThan(1000);
    expect(took.bytes).toBeLessThan(100 * MIB);
    most.ms = Math.max(most.ms, took.ms);
    most.bytes = Math.max(most.bytes, took.bytes);
    if (expected === null) expect(found).toBeInstanceOf(Array);
    else expect(found).toContain(expected);
    expect(typeof found === "string" ? found : "").not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });

  it("are not written anywhere", async () => {
    const names = await readdir(folder);
    expect(names.filter((name) => !/^made-\d+$/.test(name))).toEqual([]);
    expect((await readdir(join(folder, ".."))).includes("evil")).toBe(false);
    const refused = HOSTILE.filter(([, , expected]) => expected !== null).length;
    expect(refused).toBeGreaterThanOrEqual(30);
    await figure(
      "E4",
      `${refused} refused and ${HOSTILE.length - refused} harmless read of ${HOSTILE.length}, slowest ${Math.round(most.ms)} ms, at most ${Math.round(most.bytes / MIB)} MiB more memory`,
    );
  });
});
