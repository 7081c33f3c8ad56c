import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isAppError } from "@/lib/errors";
import { recogniseSource } from "@/lib/importers/recognise";
import { figure } from "@/lib/testing/security-figure";
import { nativeText } from "../testing/native-text";
import { openSource } from "./archive-source";
import { zipBytes } from "./testing/zip-bytes";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "type-by-content-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const NATIVE = nativeText({ episodes: [{}] });
const bytes = (...given: number[]) => new Uint8Array([...given, ...new Uint8Array(60)]);

/** A file's name says one thing and its content another; what is said of it. */
const PAIRS: [name: string, content: string | Uint8Array, said: string][] = [
  [
    "run.jsonl",
    bytes(0x1f, 0x8b, 8),
    "run.jsonl, which begins with a gzip archive; unpack it first.",
  ],
  [
    "run.json",
    Buffer.from(`\ufeff${NATIVE}`, "utf16le"),
    "run.json, which begins with UTF-16 text (little endian); save the file as UTF-8.",
  ],
  [
    "big.jsonl",
    Buffer.from(NATIVE, "utf16le").swap16(),
    "big.jsonl, which begins with UTF-16 text (big endian); save the file as UTF-8.",
  ],
  [
    "bom.jsonl",
    `\ufeff${NATIVE}`,
    "but this begins with a UTF-8 byte order mark (BOM); save the file without it.",
  ],
  [
    "run.csv",
    bytes(0x28, 0xb5, 0x2f, 0xfd),
    "run.csv, which begins with a zstd archive; unpack it first.",
  ],
  ["log.eval", bytes(0x89, 0x50, 0x4e, 0x47), "log.eval, which begins with a PNG picture."],
  ["report.json", "%PDF-1.7\n", "report.json, which begins with a PDF document."],
  ["runs.zip", "not packed at all", "runs.zip, which begins with: not packed at all."],
  ["runs.zip.zip", bytes(0x37, 0x7a, 0xbc, 0xaf), "begins with a 7-Zip archive; unpack it first."],
  ["norn.db", "id,name\n1,x\n", "norn.db, which begins with: id,name 1,x."],
  [
    "pictures.json",
    zipBytes([{ name: "a.png", data: Buffer.from("\x89PNG", "latin1") }]),
    "a.png, which begins with a PNG picture.",
  ],
  [
    "run.sqlite",
    zipBytes([{ name: "a.json", data: "{}" }]).subarray(0, 40),
    "has no list of contents that can be read; it is damaged, cut short, or no zip archive.",
  ],
  [
    "table.jsonl",
    Buffer.from("SQLite format 3\0 and nothing of it"),
    "The SQLite database cannot be read.",
  ],
];

/** The first sentence of a refusal, or the format that the file was taken for. */
async function outcomeOf(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(await mkdtemp(join(folder, "pair-")), name);
  await writeFile(path, content);
  try {
    const source = await openSource(path);
    const found = await recogniseSource(source);
    if ("refusal" in found) return found.refusal;
    for await (const item of found.importer.read(source, {}))
      if (item.kind === "issue" && item.issue.severity === "refused") return item.issue.message;
    return `taken for ${found.importer.id}`;
  } catch (error) {
    if (isAppError(error) && error.code === "invalid_input") return error.message;
    throw error;
  }
}

describe("E6: a name that belongs to another content", () => {
  it.each(PAIRS)("%s is told for what it is", async (name, content, said) => {
    expect(await outcomeOf(name, content)).toContain(said);
  });

  it("hinders nothing that is known by its content", async () => {
    const taken = [
      await outcomeOf("picture.png", NATIVE),
      await outcomeOf("run.db", NATIVE),
      await outcomeOf("run.jsonl", zipBytes([{ name: "x.csv", data: Buffer.from(NATIVE) }])),
    ];
    expect(taken).toEqual(taken.map(() => "taken for aftermath"));
    await figure("E6", `${PAIRS.length} of ${PAIRS.length} mismatched pairs told in words`);
  });
});
