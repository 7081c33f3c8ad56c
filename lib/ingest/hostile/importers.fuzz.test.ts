import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { recordSchema } from "@/lib/domain/records";
import type { Importer } from "@/lib/importers/importer";
import { memorySource } from "@/lib/importers/memory-source";
import { readWhole } from "@/lib/importers/read-whole";
import { IMPORTERS } from "@/lib/importers/registry";
import { folderSource } from "../sources/folder-source";

const ROOT = fileURLToPath(new URL("../../../fixtures", import.meta.url));
/** In all, over the samples of every format. */
const RUNS = 2000;

type Sample = { importer: Importer; name: string; path: string };

const SAMPLES: Sample[] = IMPORTERS.flatMap((importer) =>
  readdirSync(`${ROOT}/${importer.id}`)
    .toSorted()
    .map((name) => ({ importer, name, path: `${ROOT}/${importer.id}/${name}` })),
);

/** One change: where, as a share of the file; how; how far; and what is put there. */
const changeOf = fc.record({
  at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  kind: fc.constantFrom("flip", "delete", "insert", "duplicate"),
  length: fc.integer({ min: 1, max: 64 }),
  bytes: fc.uint8Array({ minLength: 1, maxLength: 8 }),
});

type Change = typeof changeOf extends fc.Arbitrary<infer Value> ? Value : never;

function changed(bytes: Uint8Array, { at, kind, length, bytes: put }: Change): Uint8Array {
  const from = Math.floor(at * bytes.length);
  const slice = bytes.subarray(from, from + length);
  const after = bytes.subarray(from + slice.length);
  const middle = {
    flip: () => slice.map((byte, index) => byte ^ (put[index % put.length] ?? 0)),
    delete: () => new Uint8Array(),
    insert: () => Buffer.concat([put, slice]),
    duplicate: () => Buffer.concat([slice, slice]),
  }[kind]();
  return new Uint8Array(Buffer.concat([bytes.subarray(0, from), middle, after]));
}

async function filesOf(path: string): Promise<Record<string, Uint8Array>> {
  const files: Record<string, Uint8Array> = {};
  for await (const file of (await folderSource(path)).files())
    files[file.path] = (await readWhole(file, Number.MAX_SAFE_INTEGER)) ?? new Uint8Array();
  return files;
}

/** Reads all of it: every record is one, every issue has a place and a sentence that can be shown. */
async function readAll(importer: Importer, files: Record<string, Uint8Array>): Promise<void> {
  const source = memorySource("fuzzed", files);
  for await (const item of importer.read(source, { fingerprint: "f".repeat(64) })) {
    if (item.kind === "record") {
      const checked = recordSchema.safeParse(item.record);
      expect(checked.success, checked.error?.message).toBe(true);
    } else {
      expect(item.issue.place.file).not.toBe("");
      expect(item.issue.message).toMatch(/^\P{C}+$/u);
    }
  }
}

describe.each(SAMPLES)("$importer.id/$name", ({ importer, path }) => {
  it("E8: with bytes changed anywhere gives records and issues, never an exception", async () => {
    const files = await filesOf(path);
    const names = Object.keys(files);
    const changes = fc.array(changeOf, { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(fc.nat(names.length - 1), changes, async (which, list) => {
        const name = names[which] ?? "";
        const whole = files[name] ?? new Uint8Array();
        await readAll(importer, { ...files, [name]: list.reduce(changed, whole) });
        expect(Reflect.get({}, "polluted")).toBeUndefined();
      }),
      { numRuns: Math.ceil(RUNS / SAMPLES.length), seed: 20_261_130 },
    );
  });
});

it("the runs are two thousand in all", () => {
  expect(Math.ceil(RUNS / SAMPLES.length) * SAMPLES.length).toBeGreaterThanOrEqual(RUNS);
});
