import type { Scope } from "@/db/scope";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findCampaign } from "@/db/queries/campaigns";
import { findEpisode } from "@/db/queries/episode-detail";
import { countEpisodes } from "@/db/queries/episodes";
import { heaviestActs } from "@/db/queries/heaviest-acts";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import { aftermath } from "@/lib/importers/aftermath";
import { memorySource } from "@/lib/importers/memory-source";
import { ingestSource } from "@/lib/ingest/ingest-source";
import { nativeText } from "@/lib/ingest/testing/native-text";

let database: TestDatabase;
let scope: Scope;
let campaignId: string;

const marker = { planted: true, witnessed: true };
const send = {
  tool: "send_email",
  executed: true,
  authorised: false,
  marker: { inArguments: true },
};
const sent = { tool: "send_email", containsMarker: true };

beforeAll(async () => {
  database = await openTestDatabase();
  scope = await database.newProject();
  const text = nativeText({
    episodes: [
      { marker, effects: [sent, { tool: "look" }, sent] },
      { marker, replica: 2, calls: [send] },
      {
        marker,
        replica: 3,
        attempts: [{ termination: "provider_error", calls: [send] }, { termination: "task_done" }],
        effects: [sent],
      },
    ],
  });
  const source = memorySource("run.jsonl", { "run.jsonl": text });
  const common = { database, projectId: scope.projectId, importer: aftermath, options: {} };
  await ingestSource({ ...common, source });
  campaignId = (await findCampaign(database.db, scope, "c1"))?.id ?? "";
});

afterAll(() => database.drop());

async function heaviest(limit: number) {
  const acts = await heaviestActs(database.db, scope, campaignId, limit);
  return acts.map((act) => [act.seq, act.attemptNo, act.callNo, act.effectNo, act.damage]);
}

test("the heaviest acts are calls and effects that no call explains, in the order of the source", async () => {
  const all = [
    [1, 1, null, 0, 2],
    [1, 1, null, 2, 2],
    [2, 1, 0, null, 2],
    [3, 1, 0, null, 2],
    [3, 2, null, 0, 2],
  ];
  expect(await heaviest(10)).toEqual(all);
  expect(await heaviest(3)).toEqual(all.slice(0, 3));
  const [effect] = await heaviestActs(database.db, scope, campaignId, 1);
  expect(effect).toEqual({
    seq: 1,
    armKey: "on",
    caseKey: "k1",
    replica: 1,
    tool: "send_email",
    role: "send",
    damage: 2,
    attemptNo: 1,
    callNo: null,
    effectNo: 0,
  });
});

test("rows that are another project's never come along, even under the same campaign", async () => {
  const stranger = await database.newProject();
  await database.sql`
    insert into calls select (json_populate_record(c, ${JSON.stringify({
      project_id: stranger.projectId,
      call_no: 7,
      tool: "alien",
      damage: 9,
    })}::text::json)).* from calls c where campaign_id = ${campaignId} and episode_seq = 2`;
  expect(await countEpisodes(database.db, scope, { tool: "alien" })).toMatchObject({ total: 0 });
  expect(await countEpisodes(database.db, scope, { tool: "send_email" })).toMatchObject({
    total: 2,
  });
  expect((await heaviest(10)).map(([, , , , damage]) => damage)).toEqual([2, 2, 2, 2, 2]);

  expect(await findEpisode(database.db, scope, "c1", 1)).not.toBeNull();
  await database.owner`
    update episode_records set project_id = ${stranger.projectId}
    where campaign_id = ${campaignId} and seq = 1`;
  expect(await findEpisode(database.db, scope, "c1", 1)).toBeNull();
});
