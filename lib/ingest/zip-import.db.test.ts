import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import { readWhole } from "@/lib/importers/read-whole";
import { ingestSource } from "./ingest-source";
import { openSource } from "./sources/archive-source";
import { folderSource } from "./sources/folder-source";
import { type MadeEntry, zipBytes } from "./sources/testing/zip-bytes";
import { INDEX_FILE, spooledSource } from "./upload/spool";

const RUNS = fileURLToPath(new URL("../../fixtures/agentdojo/runs", import.meta.url));

let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  database = await openTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "zip-import-"));
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await database.drop();
});

async function runEntries(): Promise<MadeEntry[]> {
  const entries: MadeEntry[] = [];
  for await (const file of (await folderSource(RUNS)).files()) {
    entries.push({ name: `runs/${file.path}`, data: (await readWhole(file, 2 ** 20)) ?? "" });
  }
  return entries;
}

async function ingest(projectId: string, path: string) {
  return ingestSource({ database, projectId, source: await openSource(path), options: {} });
}

async function campaigns(projectId: string): Promise<number> {
  const [row] = await database.sql<{ n: number }[]>`
    select count(*)::int as n from campaigns where project_id = ${projectId}`;
  return row?.n ?? -1;
}

test("a zipped run folder becomes the campaign that the folder becomes", async () => {
  const { projectId } = await database.newProject();
  const path = join(folder, "runs.zip");
  await writeFile(path, zipBytes(await runEntries()));
  const [zipped, plain] = [await ingest(projectId, path), await ingest(projectId, RUNS)];
  expect(zipped.state).toBe("done");
  expect([zipped.format, zipped.counts]).toEqual([plain.format, plain.counts]);
});

test("E4: an archive with one damaged entry leaves no campaign, and says which entry", async () => {
  const { projectId } = await database.newProject();
  const path = join(folder, "damaged.zip");
  const entries = await runEntries();
  const last = entries.at(-1);
  if (last) last.crc = 1;
  await writeFile(path, zipBytes(entries));
  const result = await ingest(projectId, path);
  expect(result.state === "refused" ? result.reason : result.state).toMatch(
    /^runs\/.+ in the zip archive damaged\.zip is damaged: its checksum \(CRC-32\) does not fit\.$/,
  );
  expect(await campaigns(projectId)).toBe(0);
});

test("E4: an upload that is an archive is opened by what it is, and its trap refused", async () => {
  const { projectId } = await database.newProject();
  const spool = join(folder, "uploads", "one");
  await mkdir(spool, { recursive: true });
  const index = { name: "x.zip", files: [{ file: "000001", path: "x.zip", sizeBytes: 1 }] };
  await writeFile(join(spool, INDEX_FILE), JSON.stringify(index));
  await writeFile(join(spool, "000001"), zipBytes([{ name: "../../evil.json", data: "{}" }]));
  const source = await spooledSource(folder, "one");
  const result = await ingestSource({ database, projectId, source, options: {} });
  expect(result.state === "refused" ? result.reason : result.state).toBe(
    "../../evil.json in the zip archive x.zip has a path that leads out of the archive.",
  );
  await expect(readFile(join(folder, "evil.json"))).rejects.toMatchObject({ code: "ENOENT" });
});
