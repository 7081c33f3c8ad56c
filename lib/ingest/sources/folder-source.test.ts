import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { memorySource } from "@/lib/importers/memory-source";
import { readWhole } from "@/lib/importers/read-whole";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fingerprintSource } from "./fingerprint";
import { folderSource } from "./folder-source";

let root: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "folder-source-"));
  await mkdir(join(root, "run", "b"), { recursive: true });
  await writeFile(join(root, "run", "b", "x.json"), "{}");
  await writeFile(join(root, "run", "a10.json"), "ten");
  await writeFile(join(root, "run", "B.json"), new Uint8Array(200_000).fill(7));
  await writeFile(join(root, "outside.json"), "secret");
  await symlink(join(root, "outside.json"), join(root, "run", "link.json"));
  await symlink(root, join(root, "run", "circle"));
  await symlink(join(root, "run"), join(root, "named"));
});
afterAll(() => rm(root, { recursive: true, force: true }));

async function listed(path: string) {
  const source = await folderSource(path);
  const files = [];
  for await (const file of source.files()) {
    const chunks = [];
    for await (const chunk of file.open()) chunks.push(chunk.length);
    files.push([file.path, file.sizeBytes, ...chunks]);
  }
  return { name: source.name, files, skipped: [...source.skipped] };
}

describe("folderSource", () => {
  it("walks in the order of code units, in chunks of 128 KiB, and passes over links", async () => {
    expect(await listed(join(root, "run"))).toEqual({
      name: "run",
      files: [
        ["B.json", 200_000, 131_072, 68_928],
        ["a10.json", 3, 3],
        ["b/x.json", 2, 2],
      ],
      skipped: ["circle", "link.json"],
    });
  });

  it("follows a link that was itself given, and takes a single file", async () => {
    expect((await listed(join(root, "named"))).name).toBe("run");
    expect(await listed(join(root, "outside.json"))).toEqual({
      name: "outside.json",
      files: [["outside.json", 6, 6]],
      skipped: [],
    });
  });

  it("opens a file again from its first byte", async () => {
    const source = await folderSource(join(root, "outside.json"));
    for await (const file of source.files()) {
      expect(await readWhole(file, 100)).toEqual(await readWhole(file, 100));
      expect(await readWhole(file, 5)).toBeNull();
    }
  });

  it("reads a small file as it is by then, longer, shorter or empty", async () => {
    const path = join(root, "growing.json");
    await writeFile(path, "12345");
    for await (const file of (await folderSource(path)).files()) {
      for (const text of ["1234567890".repeat(20_000), "123", "", "54321"]) {
        await writeFile(path, text);
        expect(Buffer.from((await readWhole(file, 1e6)) ?? []).toString()).toBe(text);
      }
    }
  });

  it("rejects what does not exist", async () => {
    await expect(folderSource(join(root, "nothing"))).rejects.toMatchObject({ code: "ENOENT" });
  });
});

describe("fingerprintSource", () => {
  const of = (files: Record<string, string>) => fingerprintSource(memorySource("s", files));

  it("is the file's own SHA-256 when there is one, whatever it is called", async () => {
    // SHA-256 of "abc": FIPS 180-2, appendix B.1.
    const sha256 = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    expect(await of({ x: "abc" })).toMatchObject({ sha256, files: 1, bytes: 3 });
    expect(await of({ y: "abc", ".DS_Store": "?" })).toEqual({
      sha256,
      files: 1,
      bytes: 3,
      byPath: new Map([["y", [sha256]]]),
    });
  });

  it("does not depend on the order of files, and does on paths and contents", async () => {
    const { sha256 } = await of({ a: "1", b: "2" });
    expect((await of({ b: "2", a: "1" })).sha256).toBe(sha256);
    expect((await of({ a: "2", b: "1" })).sha256).not.toBe(sha256);
    expect((await of({ a: "1", c: "2" })).sha256).not.toBe(sha256);
    expect((await of({ a: "1", b: "2", c: "" })).sha256).not.toBe(sha256);
  });
});
