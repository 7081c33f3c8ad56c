import { generateKeyPairSync } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { latestCheckpoint } from "@/db/queries/checkpoints";
import type { Scope } from "@/db/scope";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import { campaignLines } from "@/lib/answers/export-chunks";
import { publishCheckpoint } from "@/lib/ingest/publish-checkpoint";
import { checkExport, type ExportCheck } from "@/lib/integrity/check-export";
import { verifierKey, type Signer } from "@/lib/integrity/checkpoint";
import { readExportProof } from "@/lib/integrity/export-proof";
import { exportProof } from "./make-export-proof";
import { importVaried } from "./testing/sealed-campaigns";

/** More than are read at a time. */
const EPISODES = 2100;

let database: TestDatabase;
let scope: Scope;
let signer: Signer;
let campaignId: string;
let kept: string;

beforeAll(async () => {
  database = await openTestDatabase();
  signer = { name: "test.example", ...generateKeyPairSync("ed25519") };
  scope = await database.newProject();
  [campaignId = ""] = await importVaried(database, scope.projectId, { a: EPISODES });
  await publishCheckpoint(database.sql, { signer, keptAt: null });
  kept = (await latestCheckpoint(database.db))?.note ?? "";
  await importVaried(database, scope.projectId, { b: 3 });
  await publishCheckpoint(database.sql, { signer, keptAt: null });
});

afterAll(() => database.drop());

async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  for await (const chunk of chunks)
    yield* Buffer.from(chunk).toString().replace(/\n$/, "").split("\n");
}

/** What an export made now, and its proof made now, come to. */
async function check(): Promise<ExportCheck> {
  const whole = { id: campaignId, episodeCount: EPISODES, dropped: null };
  const proof = await readExportProof(linesOf(await exportProof(database, scope, whole)));
  if (proof === null) throw new Error("no proof");
  const file = campaignLines(database.db, scope, whole);
  return checkExport(file, proof, { key: verifierKey(signer), kept });
}

const PROVEN = { records: EPISODES + 5, episodes: EPISODES, difference: null, faults: [], kept: 2 };

test("A4: a campaign is exported with a proof that leads to a checkpoint kept before", async () => {
  expect(await check()).toMatchObject(PROVEN);
});

test("A4: an export shows which record was changed behind the instance", async () => {
  const flip = (seq: number) =>
    database.owner`update episode_records set raw = set_bit(raw, 9, 1 - get_bit(raw, 9))
      where campaign_id = ${campaignId} and seq = ${seq}`;
  await flip(2050);
  expect(await check()).toMatchObject({
    difference: { kind: "changed", line: 2054, of: { seq: 2050 } },
    faults: [],
  });
  await flip(2050);
  expect(await check()).toMatchObject(PROVEN);
});

test("A4: an export does not prove figures that were altered, nor the campaign's own records", async () => {
  const alter = (by: number) =>
    database.owner`update episodes set damage = damage + ${by}
      where campaign_id = ${campaignId} and seq = 7`;
  await alter(1);
  expect(await check()).toMatchObject({ difference: null, faults: ["tree"] });
  await alter(-1);
  const flip = () =>
    database.owner`update campaign_records set raw = set_bit(raw, 9, 1 - get_bit(raw, 9))
      where campaign_id = ${campaignId} and record_no = 2`;
  await flip();
  expect(await check()).toMatchObject({ difference: null, faults: ["own"] });
  await flip();
  expect(await check()).toMatchObject(PROVEN);
});

test("is none for another project, nor without a seal", async () => {
  const other = await database.newProject();
  await expect(
    exportProof(database, other, { id: campaignId, dropped: null }),
  ).rejects.toMatchObject({
    code: "conflict",
  });
});
