import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { recordSchema } from "@/lib/domain/records";
import { folderSource } from "@/lib/ingest/sources/folder-source";
import { describe, expect, it } from "vitest";
import type { Importer, ImportItem, Source } from "./importer";
import { memorySource } from "./memory-source";
import { probeSource, recogniseSource } from "./recognise";
import { readWhole } from "./read-whole";
import { IMPORTERS } from "./registry";

const root = fileURLToPath(new URL("../../fixtures", import.meta.url));
/** Every importer has a folder of made samples under its id. */
const FIXTURES = IMPORTERS.map(({ id }) => id).flatMap((format) =>
  readdirSync(`${root}/${format}`)
    .toSorted()
    .map((name) => ({ format, name, path: `${root}/${format}/${name}` })),
);

/** Every way in which the items must be well formed, whatever the bytes were. */
async function readAll(importer: Importer, source: Source): Promise<ImportItem[]> {
  const items: ImportItem[] = [];
  for await (const item of importer.read(source, { fingerprint: "f".repeat(64) })) items.push(item);
  for (const item of items) {
    if (item.kind === "record") {
      expect(recordSchema.safeParse(item.record).success, JSON.stringify(item.place)).toBe(true);
      expect(() => new TextDecoder("utf-8", { fatal: true }).decode(item.raw)).not.toThrow();
    } else {
      expect(item.issue.message.length).toBeLessThan(1000);
      expect(item.issue.message).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
      expect(item.issue.code).toMatch(/^[a-z][a-z0-9-]*$/);
    }
  }
  expectOrder(items);
  return items;
}

/** Campaign first, arms and cases before the episodes that name them, end last. */
function expectOrder(items: readonly ImportItem[]): void {
  const records = items.flatMap((item) => (item.kind === "record" ? [item.record] : []));
  const named = new Set<string>();
  records.forEach((record, i) => {
    expect(record.type === "campaign").toBe(i === 0);
    if (record.type === "arm" || record.type === "case") named.add(`${record.type} ${record.key}`);
    if (record.type === "episode") {
      expect(named.has(`arm ${record.arm}`) && named.has(`case ${record.case}`)).toBe(true);
    }
    if (record.type === "end") expect(i).toBe(records.length - 1);
  });
}

async function inMemory(source: Source): Promise<Record<string, Uint8Array>> {
  const files: Record<string, Uint8Array> = {};
  for await (const file of source.files()) {
    files[file.path] = (await readWhole(file, Number.MAX_SAFE_INTEGER)) ?? new Uint8Array();
  }
  return files;
}

describe.each(FIXTURES)("fixtures/$format/$name", ({ format, path }) => {
  it("is recognised by exactly its importer", async () => {
    const probe = await probeSource(await folderSource(path));
    const ids = IMPORTERS.filter((importer) => importer.recognises(probe).recognised);
    expect(ids.map((importer) => importer.id)).toEqual([format]);
  });

  it("reads the same twice, in any size of chunks, and only into valid records", async () => {
    const source = await folderSource(path);
    const found = await recogniseSource(source);
    if ("refusal" in found) throw new Error(found.refusal);
    const items = await readAll(found.importer, source);
    expect(await readAll(found.importer, source)).toEqual(items);
    const small = memorySource(source.name, await inMemory(source), 7);
    expect(await readAll(found.importer, small)).toEqual(items);
  });

  it("gives issues, not exceptions, when it is cut at every 50th byte", async () => {
    const source = await folderSource(path);
    const importer = IMPORTERS.find(({ id }) => id === format);
    if (!importer) throw new Error(format);
    const files = await inMemory(source);
    // The largest file alone is cut; the others stay whole beside it.
    const [largest] = Object.keys(files).toSorted(
      (a, b) => (files[b]?.length ?? 0) - (files[a]?.length ?? 0),
    );
    if (largest === undefined) throw new Error("no file");
    const whole = files[largest] ?? new Uint8Array();
    for (let length = 0; length < whole.length; length += 50) {
      const cut = { [largest]: whole.subarray(0, length) };
      const items = await readAll(importer, memorySource(source.name, cut));
      expect(items.some((item) => item.kind === "issue")).toBe(true);
    }
  }, 30_000);
});

describe("hostile bytes", () => {
  const HOSTILE: Record<string, string | Uint8Array> = {
    nothing: "",
    spaces: "  \n\n \n",
    nul: new Uint8Array([0, 0, 0, 10, 0]),
    "not utf-8": new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d, 0x0a]),
    "surrogate in utf-8": new Uint8Array([0x22, 0xed, 0xa0, 0x80, 0x22]),
    bom: `\ufeff{"type":"campaign"}`,
    "utf-16": new Uint8Array([0xff, 0xfe, 0x7b, 0x00]),
    gzip: new Uint8Array([0x1f, 0x8b, 8, 0, 0]),
    deep: "[".repeat(1_000_000),
    "deep object": `{"type":"campaign","a":${'{"a":'.repeat(100_000)}`,
    array: "[1,2,3]",
    number: "1e999",
    nan: '{"type":NaN}',
    "wrong types": '{"type":["campaign"],"suite_name":7,"messages":{}}',
    prototype: '{"__proto__":{"type":"campaign"},"constructor":1,"toString":2}',
    "long line": `{"type":"campaign","key":"${"x".repeat(20 * 1024 * 1024)}"}`,
  };

  it.each(Object.keys(HOSTILE))(
    "%s gives issues and no record but the frame",
    async (name) => {
      for (const importer of IMPORTERS) {
        const source = memorySource("hostile.json", { "hostile.json": HOSTILE[name] ?? "" });
        const items = await readAll(importer, source);
        expect(items.some((item) => item.kind === "issue")).toBe(true);
        const kept = items.flatMap((item) => (item.kind === "record" ? [item.record.type] : []));
        expect(kept.filter((type) => type !== "campaign" && type !== "end")).toEqual([]);
        expect(Reflect.get({}, "polluted")).toBeUndefined();
      }
    },
    30_000,
  );
});
