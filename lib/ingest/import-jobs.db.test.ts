import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "@/db/schema/columns";
import { findImport } from "@/db/queries/imports";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import { failAbandonedImports } from "./abandoned-imports";
import { createImport, markRunning } from "./import-rows";
import { startImport } from "./import-jobs";
import { manyEpisodes, nativeText } from "./testing/native-text";

let database: TestDatabase;
let dataDir: string;

beforeAll(async () => {
  database = await openTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), "aftermath-jobs-"));
});

afterAll(async () => {
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

async function spool(text: string): Promise<string> {
  const name = newId();
  const folder = join(dataDir, "uploads", name);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "000001"), text);
  const files = [{ file: "000001", path: "run.jsonl", sizeBytes: Buffer.byteLength(text) }];
  await writeFile(join(folder, "index.json"), JSON.stringify({ name: "run.jsonl", files }));
  return name;
}

async function start(projectId: string, text: string, replace = false) {
  const upload = { spool: await spool(text), name: "run.jsonl", options: {}, replace };
  return startImport(database, { projectId, upload, dataDir });
}

describe("startImport", () => {
  test("reads each upload in its turn, says how it went and deletes it", async () => {
    const scope = await database.newProject();
    const texts = ["a", "b", "c"].map((key) => nativeText({ key, episodes: manyEpisodes(40) }));
    const jobs = await Promise.all(
      [...texts, "no record at all"].map((text) => start(scope.projectId, text)),
    );
    await Promise.all(jobs.map((job) => job.finished));
    const ends = await Promise.all(jobs.map((job) => findImport(database.db, scope, job.importId)));
    expect(ends.map((end) => [end?.state, end?.campaign?.slug ?? null, end?.episodes])).toEqual([
      ["done", "a", 40],
      ["done", "b", 40],
      ["done", "c", 40],
      ["failed", null, 0],
    ]);
    expect(ends[3]?.error).toMatch(/^No known format\./);
    expect(ends[0]).toMatchObject({ format: "aftermath", bytesRead: ends[0]?.bytesTotal });
    expect(await readdir(join(dataDir, "uploads"))).toEqual([]);
  });
});

describe("failAbandonedImports", () => {
  test("ends what a dead process left, deletes its uploads, and leaves a living import alone", async () => {
    const scope = await database.newProject();
    const { projectId } = scope;
    const note = (name?: string) =>
      createImport(database.db, {
        projectId,
        sourceName: "run.jsonl",
        options: {},
        ...(name === undefined ? {} : { spool: name }),
      });
    const measured = { files: 1, bytes: 1 };
    const dead = await note();
    await markRunning(database.db, { projectId, importId: dead }, measured);
    const waiting = await note(await spool("x"));
    const elsewhere = await note(newId());
    const alive = await note();
    await markRunning(database.db, { projectId, importId: alive }, measured);

    const ended = await database.sql.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(hashtextextended(${alive}::text, 0))`;
      return failAbandonedImports(database.sql, dataDir);
    });

    expect(ended).toBe(2);
    const stateOf = async (id: string) => (await findImport(database.db, scope, id))?.state;
    expect(await stateOf(dead)).toBe("failed");
    expect(await stateOf(waiting)).toBe("failed");
    expect(await stateOf(elsewhere)).toBe("uploaded");
    expect(await stateOf(alive)).toBe("running");
    expect((await findImport(database.db, scope, dead))?.error).toMatch(/^The server stopped/);
    expect(await readdir(join(dataDir, "uploads"))).toEqual([]);
  });
});
