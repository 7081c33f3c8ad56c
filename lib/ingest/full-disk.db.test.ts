import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { findCampaign, listCampaigns } from "@/db/queries/campaigns";
import { findImport } from "@/db/queries/imports";
import type { Scope } from "@/db/scope";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import { SYSTEM } from "@/lib/domain/actor";
import { figure } from "@/lib/testing/security-figure";
import { queueImport, startImportRunner, type ImportRunner } from "./import-jobs";
import { manyEpisodes, nativeText } from "./testing/native-text";
import { spooledUpload } from "./testing/spooled-upload";

const EPISODES = 400;
/** From the first that an import writes to what it writes last, when all records stand. */
const TABLES = [
  "campaigns",
  "episodes",
  "attempts",
  "episode_records",
  "leaf_blocks",
  "tallies",
  "campaign_seals",
  "log_entries",
];

let database: TestDatabase;
let dataDir: string;
let runner: ImportRunner;

beforeAll(async () => {
  database = await openTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), "aftermath-full-"));
  const timing = { beatMs: 100, lookMs: 50 };
  runner = startImportRunner(database, { dataDir, log: () => {}, timing });
  await database.owner`
    create function disk_full() returns trigger language plpgsql as $$
    begin
      raise exception 'could not extend file "base/1": No space left on device' using errcode = 'disk_full';
    end $$`;
});
afterAll(async () => {
  await runner.stop();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

async function importText(scope: Scope, text: string) {
  const upload = await spooledUpload(dataDir, text);
  const { importId } = await queueImport(database, { ...scope, by: SYSTEM, upload, review: false });
  return vi.waitFor(
    async () => {
      const job = await findImport(database.db, scope, importId);
      expect(job?.state).toMatch(/^(done|failed)$/);
      return job;
    },
    { timeout: 20_000, interval: 20 },
  );
}

test.each(TABLES)("F2: a disk that is full at %s ends the import in words", async (table) => {
  const scope = await database.newProject();
  const text = nativeText({ key: "full", episodes: manyEpisodes(EPISODES) });
  const before = await importText(scope, nativeText({ key: "before", episodes: manyEpisodes(2) }));
  expect(before?.state).toBe("done");
  const { owner } = database;
  await owner`create trigger full_disk after insert on ${owner(table)}
    for each statement execute function disk_full()`;

  let full;
  try {
    full = await importText(scope, text);
  } finally {
    await owner`drop trigger full_disk on ${owner(table)}`;
  }

  expect(full).toMatchObject({
    state: "failed",
    error: "The disk is full: free some space and import again; nothing was kept.",
  });
  // Whoever reads meanwhile is not touched by it.
  expect(await listCampaigns(database.db, scope)).toMatchObject([{ slug: "before" }]);
  expect(await importText(scope, text)).toMatchObject({ state: "done", episodes: EPISODES });
  expect(await findCampaign(database.db, scope, "full")).toMatchObject({ episodeCount: EPISODES });
});

afterAll(() =>
  figure(
    "F2",
    `a disk full at each of ${TABLES.length} tables: said so, nothing kept, the rest read on, and the same file passed afterwards`,
  ),
);
