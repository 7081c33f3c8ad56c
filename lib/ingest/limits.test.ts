import { mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  MAX_DEPTH,
  MAX_FIELDS,
  MAX_NAME_BYTES,
  MAX_RECORD_BYTES,
  MAX_STRING_LENGTH,
} from "@/lib/importers/limits";
import { figure } from "@/lib/testing/security-figure";
import { memorySource } from "@/lib/importers/memory-source";
import { parseJson } from "@/lib/importers/parse-json";
import { readWhole } from "@/lib/importers/read-whole";
import { splitLines } from "@/lib/importers/split-lines";
import { episodeSchema } from "@/lib/domain/records";
import { CAMPAIGN_LIMITS, MAX_EVENTS, tooManyEvents } from "./campaign-limits";
import { openSource } from "./sources/archive-source";
import { MAX_FILE_BYTES } from "./sources/file-limit";
import { MAX_DATABASE_BYTES } from "./sources/sqlite-source";
import { zipBytes } from "./sources/testing/zip-bytes";
import { ZIP_LIMITS } from "./sources/zip-limits";
import { MAX_UPLOAD_FILES } from "./upload/receive-upload";

/** Each limit at one below, at it and at one above. Zips: zip-source.test.ts; campaigns: limits.db.test.ts. */
const MIB = 2 ** 20;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "limits-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it("E3: the limits are those of the documentation", async () => {
  expect({
    file: MAX_FILE_BYTES,
    files: MAX_UPLOAD_FILES,
    database: MAX_DATABASE_BYTES,
    record: MAX_RECORD_BYTES,
    string: MAX_STRING_LENGTH,
    depth: MAX_DEPTH,
    fields: MAX_FIELDS,
    messages: MAX_EVENTS,
    name: MAX_NAME_BYTES,
    zip: ZIP_LIMITS,
    campaign: CAMPAIGN_LIMITS,
  }).toEqual({
    file: 5 * 1024 * MIB,
    files: 100_000,
    database: 512 * MIB,
    record: 64 * MIB,
    string: 32 * MIB,
    depth: 128,
    fields: 10_000,
    messages: 50_000,
    name: 1024,
    zip: { entries: 100_000, ratio: 200, unpackedBytes: 20 * 1024 * MIB },
    campaign: { arms: 1000, cases: 100_000, episodes: 1_000_000 },
  });
  await figure(
    "E3",
    "file 5 GiB, record 64 MiB, string 32 MiB, depth 128, keys 10,000 an object, messages 50,000, episodes 1,000,000, zip 100,000 entries, ratio 200, 20 GiB unpacked",
  );
});

/** The paths that a source hands out, or the sentence of its refusal. */
async function pathsOf(path: string): Promise<string[] | string> {
  const paths: string[] = [];
  try {
    for await (const file of (await openSource(path)).files()) paths.push(file.path);
  } catch (error) {
    return error instanceof Error ? error.message : "no error";
  }
  return paths;
}

describe("E3: a file of 5 GiB, which takes no room on the disk", () => {
  it.each([
    [-1, true],
    [0, true],
    [1, false],
  ])("and %i bytes: read is %s", async (more, isRead) => {
    const path = join(folder, `sparse${more}.jsonl`);
    await writeFile(path, "");
    await truncate(path, MAX_FILE_BYTES + more);
    expect(await pathsOf(path)).toEqual(
      isRead
        ? [`sparse${more}.jsonl`]
        : "sparse1.jsonl has 5,368,709,121 bytes; a file may have 5 GiB. Split it into several campaigns.",
    );
  });

  it("is refused beside others, too, before any is opened", async () => {
    const runs = await mkdtemp(join(folder, "runs-"));
    await writeFile(join(runs, "a.json"), "{}");
    await writeFile(join(runs, "b.json"), "");
    await truncate(join(runs, "b.json"), MAX_FILE_BYTES + 1);
    expect(await pathsOf(runs)).toContain("b.json has 5,368,709,121 bytes");
  });
});

describe("E3: an archive", () => {
  it.each([50_000, 99_999, 100_000])("of %i files is handed out whole", async (count) => {
    const path = join(folder, `${count}.zip`);
    await writeFile(
      path,
      zipBytes(Array.from({ length: count }, (_, i) => ({ name: `${i}`, method: 0 }))),
    );
    expect(await pathsOf(path)).toHaveLength(count);
  });

  it("of 100,001 is refused", async () => {
    const path = join(folder, "over.zip");
    await writeFile(
      path,
      zipBytes(Array.from({ length: 100_001 }, (_, i) => ({ name: `${i}`, method: 0 }))),
    );
    expect(await pathsOf(path)).toBe(
      "The zip archive over.zip has more than 100000 entries, the limit.",
    );
  });
});

describe("E3: a record of 64 MiB", () => {
  const size = 64 * MIB;

  it.each([
    [-1, "line"],
    [0, "line"],
    [1, "too-long"],
  ])("and %i bytes, as a line: %s", async (more, kind) => {
    const file = memorySource("a", { a: new Uint8Array(size + more).fill(0x20) });
    const kinds: string[] = [];
    for await (const held of file.files())
      for await (const line of splitLines(held.open())) kinds.push(line.kind);
    expect(kinds).toEqual([kind]);
  });

  it.each([
    [-1, size - 1],
    [0, size],
    [1, undefined],
  ])("and %i bytes, as a file: %s", async (more, length) => {
    const source = memorySource("a", { a: new Uint8Array(size + more) });
    for await (const file of source.files())
      expect((await readWhole(file, MAX_RECORD_BYTES))?.length).toBe(length);
  });
});

describe("E3: within a record", () => {
  const parsed = (text: string) => {
    const read = parseJson(new TextEncoder().encode(text), { file: "a" });
    return read.ok ? "read" : read.issue.message;
  };

  it.each([
    [-1, "read"],
    [0, "read"],
    [1, "It holds a string of more than 33554432 characters."],
  ])("a string of 32 MiB and %i: %s", (more, said) => {
    expect(parsed(`"${"x".repeat(32 * MIB + more)}"`)).toBe(said);
  });

  it.each([
    [127, "read"],
    [128, "read"],
    [129, "It is nested deeper than 128 levels."],
  ])("%i levels: %s", (levels, said) => {
    expect(parsed("[".repeat(levels) + "]".repeat(levels))).toBe(said);
  });

  it.each([
    [9999, "read"],
    [10_000, "read"],
    [10_001, "It holds an object of more than 10000 fields."],
  ])("an object of %i fields: %s", (count, said) => {
    const fields = Array.from({ length: count }, (_, no) => `"k${no}":0`).join(",");
    expect(parsed(`{"a":[{${fields}}]}`)).toBe(said);
  });

  it("many objects together may have more fields", () => {
    expect(parsed(`[${Array.from({ length: 20_000 }, () => '{"k":0}').join(",")}]`)).toBe("read");
  });

  it.each([
    [49_999, null],
    [50_000, null],
    [50_001, "The episode has 50,001 messages and other events; one may have 50,000."],
  ])("an episode of %i messages: %s", (count, said) => {
    const events = Array.from({ length: count }, () => ({ kind: "message" as const, text: "x" }));
    const given = { type: "episode", arm: "a", case: "c", replica: 1, events };
    const refusal = tooManyEvents(episodeSchema.parse(given), { file: "f", line: 3 });
    expect(refusal?.message ?? null).toBe(said);
    if (said !== null) expect(refusal?.place).toEqual({ file: "f", line: 3, path: "$.events" });
  });
});
