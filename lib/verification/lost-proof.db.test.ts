import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Scope } from "@/db/scope";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import { sealAnswer } from "@/lib/answers/seal-answer";
import { LOST_PROOF, NO_SEAL } from "@/lib/format/no-proof-sentence";
import { exportProof } from "./make-export-proof";
import { campaignProof, episodeProof, proven } from "./make-proof";
import { asBeforeSeals } from "./testing/before-seals";
import { importVaried } from "./testing/sealed-campaigns";
import { verifyInstance } from "./verify-instance";

let database: TestDatabase;
let scope: Scope;
let campaignId: string;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

beforeEach(async () => {
  scope = await database.newProject();
  [campaignId = ""] = await importVaried(database, scope.projectId, { a: 3 });
});

/** What page, report and API take for its seal, its proof, and that of its first episode. */
const seen = async () => [
  await sealAnswer(database.db, scope, campaignId),
  await campaignProof(database, scope, campaignId),
  await episodeProof(database, scope, campaignId, 1),
];

const exported = () => exportProof(database, scope, { id: campaignId, dropped: null });
const verified = async () => {
  const { campaigns } = await verifyInstance(database.sql, { campaignId, key: null });
  return campaigns.map(({ state, findings }) => [state, findings.map(({ message }) => message)]);
};

test("A2: a seal that was taken away is gone, not of before there were seals", async () => {
  await database.owner`delete from campaign_seals where campaign_id = ${campaignId}`;
  expect(await seen()).toEqual(["seal_gone", "seal_gone", "seal_gone"]);
  await expect(exported()).rejects.toMatchObject({
    code: "conflict",
    message: "Its seal is gone: the log says that it has one, or that it came when all had one.",
  });
  expect(await verified()).toEqual([["changed", [LOST_PROOF.seal_gone]]]);
  // The log knows which campaigns were there before it: without its entry either, this one was not.
  await database.owner`delete from log_entries where campaign_id = ${campaignId}`;
  expect(await seen()).toEqual(["seal_gone", "seal_gone", "seal_gone"]);
});

test("A2: a seal that the log does not know of is none", async () => {
  await database.owner`delete from log_entries where campaign_id = ${campaignId}`;
  expect(await seen()).toEqual(["entry_gone", "entry_gone", "entry_gone"]);
  await expect(exported()).rejects.toThrow(/^The log does not say that it was sealed\.$/);
  expect(await verified()).toEqual([["changed", [LOST_PROOF.entry_gone]]]);
});

test("A2: a record that is gone takes the proof of its episode with it", async () => {
  await database.owner`
    delete from episode_records where campaign_id = ${campaignId} and seq = 1`;
  const [seal, , episode] = await seen();
  expect([typeof seal, episode]).toEqual(["object", "part_gone"]);
  const proof = await episodeProof(database, scope, campaignId, 1);
  expect(() => proven(proof)).toThrow(LOST_PROOF.part_gone);
});

test("what was imported before records were sealed says so", async () => {
  await asBeforeSeals(database, campaignId);
  expect(await seen()).toEqual([null, null, null]);
  await expect(exported()).rejects.toMatchObject({ code: "conflict", message: NO_SEAL });
  expect(await verified()).toEqual([["unsealed", []]]);
});
