import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import { ingestSource } from "./ingest-source";
import { openSource } from "./sources/archive-source";

const DATA = fileURLToPath(new URL("../../../shared/data/inspect", import.meta.url));

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
});

afterAll(() => database.drop());

async function ingest(projectId: string, path: string, options: Record<string, string> = {}) {
  return ingestSource({ database, projectId, source: await openSource(path), options });
}

test("the folder of logs becomes one campaign of ten episodes, each sample once", async () => {
  const { projectId } = await database.newProject();
  expect(await ingest(projectId, DATA)).toMatchObject({
    state: "done",
    format: { id: "inspect" },
    // Refused: the two logs that hold no samples.
    counts: { episodes: 10, refused: 2, recoded: 1 },
  });
});

test("a log packed by zstd is the one packed by deflate, and is not imported twice", async () => {
  const { projectId } = await database.newProject();
  const first = await ingest(projectId, `${DATA}/log_message_deduplication.zstd93.eval`);
  expect(first).toMatchObject({ state: "done", counts: { episodes: 1, refused: 0 } });
  const second = await ingest(projectId, `${DATA}/log_message_deduplication.eval`);
  expect(second.state).toBe("duplicate");
});

test("a log that holds no samples is refused with the reason", async () => {
  const { projectId } = await database.newProject();
  const name = "2025-05-12T20-28-13-04-00_no-samples.json";
  const result = await ingest(projectId, `${DATA}/${name}`);
  expect(result.state === "refused" ? result.reason : result.state).toContain(
    "The log counts 3 samples and holds none of them",
  );
});
