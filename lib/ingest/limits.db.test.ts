import { mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import type { CampaignRecord, DomainRecord } from "@/lib/domain/records";
import { memorySource } from "@/lib/importers/memory-source";
import { recordItem } from "@/lib/importers/import-item";
import { CAMPAIGN_LIMITS } from "./campaign-limits";
import { insertCampaign } from "./campaign-row";
import { CampaignWriter } from "./campaign-writer";
import { ingestSource } from "./ingest-source";
import type { Transaction } from "./insert-rows";
import { nativeText } from "./testing/native-text";
import { openSource } from "./sources/archive-source";
import { MAX_FILE_BYTES } from "./sources/file-limit";

let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  database = await openTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "limits-"));
});

afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const campaign: CampaignRecord = {
  type: "campaign",
  format: "aftermath/1",
  key: "c1",
  name: "Campaign 1",
  target: { name: "target" },
  corpus: { name: "corpus" },
  harness: { name: "harness" },
  startedAt: null,
};

/** Arms, cases and episodes, so many of each, through the writer with these limits. */
async function write(counts: { arms: number; cases: number; episodes: number }, limits = counts) {
  const { projectId } = await database.newProject();
  const records: DomainRecord[] = [];
  for (let i = 1; i <= counts.arms; i += 1)
    records.push({ type: "arm", key: `arm${i}`, name: "Arm" });
  for (let i = 1; i <= counts.cases; i += 1)
    records.push({ type: "case", key: `case${i}`, attack: "a", split: "attack" });
  for (let i = 1; i <= counts.episodes; i += 1)
    records.push({
      type: "episode",
      arm: "arm1",
      case: "case1",
      replica: i,
      termination: "task_done",
      terminationSource: "recorded",
    });
  return database.sql.begin(async (tx: Transaction) => {
    const source = { projectId, importId: projectId, fingerprint: "f" };
    const { campaignId } = await insertCampaign(tx, source, campaign);
    const writer = new CampaignWriter(
      tx,
      { projectId, campaignId },
      campaign,
      () => {},
      BY,
      limits,
    );
    for (const record of records) await writer.add(recordItem(record, { file: "f" }));
    return writer.finish();
  });
}

const BY = { importer: "aftermath", importerVersion: 1 };

describe.each(["arms", "cases", "episodes"] as const)("E3: of 3 %s allowed,", (what) => {
  const limits = { ...CAMPAIGN_LIMITS, [what]: 3 };
  const counts = { arms: 1, cases: 1, episodes: 1 };

  test.each([2, 3])("%i are written", async (count) => {
    const sums = await write({ ...counts, [what]: count }, limits);
    expect(sums.episodes).toBe(what === "episodes" ? count : 1);
  });

  test("4 are refused with the limit", async () => {
    await expect(write({ ...counts, [what]: 4 }, limits)).rejects.toMatchObject({
      code: "invalid_input",
      message: `The source has more than 3 ${what}, the most that one campaign may have; nothing of it was imported. Split it into several campaigns.`,
    });
  });
});

test("E3: an episode of 50,000 messages is stored, one of 50,001 refused with its place", async () => {
  const message = { kind: "message" as const, text: "x" };
  const events = (count: number) => Array.from({ length: count }, () => message);
  const text = nativeText({
    episodes: [{ events: events(50_000) }, { replica: 2, events: events(50_001) }],
  });
  const { projectId } = await database.newProject();
  const source = memorySource("run.jsonl", { "run.jsonl": text });
  const result = await ingestSource({ database, projectId, source, options: {} });
  expect(result).toMatchObject({
    state: "done",
    counts: { episodes: 1, refused: 1 },
    issues: [
      {
        code: "too-many-events",
        message: "The episode has 50,001 messages and other events; one may have 50,000.",
        place: { file: "run.jsonl", line: 6, path: "$.events" },
      },
    ],
  });
});

test("E3: an import of a file beyond 5 GiB is noted as refused with the limit, and reads nothing", async () => {
  const path = join(folder, "large.jsonl");
  await writeFile(path, "");
  await truncate(path, MAX_FILE_BYTES + 1);
  const { projectId } = await database.newProject();
  const source = await openSource(path);
  const result = await ingestSource({ database, projectId, source, options: {} });
  expect(result).toMatchObject({
    state: "refused",
    format: null,
    reason:
      "large.jsonl has 5,368,709,121 bytes; a file may have 5 GiB. Split it into several campaigns.",
  });
  const [row] = await database.sql`
    select state, bytes_read::int as "bytesRead" from imports where id = ${result.importId}`;
  expect(row).toMatchObject({ state: "failed", bytesRead: 0 });
});
