import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import type { Scope } from "@/db/scope";
import { annotate } from "@/lib/answers/episode-annotations";
import { SYSTEM } from "@/lib/domain/actor";
import { deleteCampaign } from "@/lib/ingest/delete-campaign";
import { figure } from "@/lib/testing/security-figure";
import { importVaried } from "./testing/sealed-campaigns";
import { verifyInstance } from "./verify-instance";

let database: TestDatabase;
let scope: Scope;
let campaignId: string;

beforeAll(async () => {
  database = await openTestDatabase();
  scope = await database.newProject();
  [campaignId = ""] = await importVaried(database, scope.projectId, { a: 7 });
  // Of before digests were told: nothing can be said of it, and nothing is.
  await database.owner`
    insert into annotations (id, project_id, campaign_id, episode_seq, kind, author, text, created_at)
    values (gen_random_uuid(), ${scope.projectId}, ${campaignId}, 1, 'note', 'Ada', 'old', now() - interval '1 day')`;
  const write = (seq: number, given: { kind: "note" | "dispute"; text: string }) => {
    const outcome = given.kind === "dispute" ? ("attack_success" as const) : null;
    const whole = { author: "Ada", resolves: null, callNo: null, outcome, ...given };
    return annotate(database.db, scope, { campaignSlug: "a", seq }, whole, SYSTEM);
  };
  await write(3, { kind: "note", text: "Zoë saw \u0001 “this” \u{1f600}" });
  await write(4, { kind: "dispute", text: "It sent the mail" });
});

afterAll(() => database.drop());

async function found(): Promise<[seq: number | null, message: string][]> {
  const { campaigns } = await verifyInstance(database.sql, { campaignId, key: null });
  return campaigns.flatMap(({ findings }) => findings.map(({ seq, message }) => [seq, message]));
}

test("A7: notes and disputes are held to the digests that the audit log has of them", async () => {
  expect(await found()).toEqual([]);
  const [rows] = await database.sql<{ n: number }[]>`select count(*)::int as n from annotations`;
  expect(rows?.n).toBe(3);
  const ALTERED = "A note or dispute beside it is not as it was written.";
  const cases: [statement: string, seq: number, message: string][] = [
    ["update annotations set text = 'It did not' where kind = 'dispute'", 4, ALTERED],
    ["update annotations set outcome = 'safe_and_useful' where kind = 'dispute'", 4, ALTERED],
    ["update annotations set author = 'Bert' where episode_seq = 3", 3, ALTERED],
    ["update annotations set episode_seq = 5 where episode_seq = 4", 4, ALTERED],
    [
      "update annotations set created_at = created_at - interval '1 hour' where episode_seq = 3",
      3,
      ALTERED,
    ],
    ["delete from annotations where episode_seq = 4", 4, "A note or dispute beside it is gone."],
    [
      `insert into annotations (id, project_id, campaign_id, episode_seq, kind, author, text)
        values (gen_random_uuid(), '${scope.projectId}', '${campaignId}', 6, 'note', 'Ada', 'made up')`,
      6,
      "A note or dispute beside it has no entry in the audit log.",
    ],
  ];
  await database.owner`create table whole as table annotations`;
  for (const [statement, seq, message] of cases) {
    await database.owner.unsafe(statement);
    expect(await found(), statement).toEqual([[seq, message]]);
    await database.owner`truncate annotations`;
    await database.owner`insert into annotations table whole`;
  }
  expect(await found()).toEqual([]);
  await figure(
    "A7",
    `${cases.length} of ${cases.length} changes of notes and disputes by a superuser found`,
  );
});

test("A7: notes that went with their campaign are not missed", async () => {
  const [other = ""] = (await importVaried(database, scope.projectId, { b: 3 })).slice(-1);
  const note = { kind: "note", author: "Ada", text: "x" } as const;
  const none = { outcome: null, resolves: null, callNo: null };
  const address = { campaignSlug: "b", seq: 1 };
  expect(await annotate(database.db, scope, address, { ...note, ...none }, SYSTEM)).not.toBeNull();
  await deleteCampaign(database, { ...scope, campaignId: other, by: SYSTEM, explanation: "old" });
  const { campaigns, findings } = await verifyInstance(database.sql, {
    campaignId: null,
    key: null,
  });
  expect([findings, campaigns.map(({ state }) => state)]).toEqual([[], ["proven"]]);
});
