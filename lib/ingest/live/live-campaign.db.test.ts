import type { Scope } from "@/db/scope";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { listCampaigns } from "@/db/queries/campaigns";
import { findLive, listLive } from "@/db/queries/live-campaigns";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import { SYSTEM, type Actor } from "@/lib/domain/actor";
import { memorySource } from "@/lib/importers/memory-source";
import { ingestSource } from "../ingest-source";
import { nativeText } from "../testing/native-text";
import { appendLive, summed } from "./append-live";
import { dropLive } from "./drop-live";
import { openLive } from "./open-live";
import { sealLive } from "./seal-live";
import { splitBatch } from "./split-batch";

let database: TestDatabase;
let scope: Scope;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  scope = await database.newProject();
});

const [CAMPAIGN = "", ARM = "", CASE = ""] = nativeText({ episodes: [] }).split("\n");
const bytes = (text: string) => new TextEncoder().encode(text);
const episode = (replica: number, more: object = {}) =>
  JSON.stringify({
    type: "episode",
    arm: "on",
    case: "k1",
    replica,
    termination: "task_done",
    ...more,
  });

async function open(record = CAMPAIGN) {
  const by = SYSTEM;
  return { ...scope, by, liveId: (await openLive(database, { ...scope, by }, bytes(record))).id };
}

/** `accepted`, or the reason, for each record of a batch of lines. */
async function send(address: Scope & { liveId: string; by: Actor }, ...records: string[]) {
  const results = await appendLive(database, address, records.map(bytes));
  return results.map(({ status, reason, path }) =>
    status === "refused" ? `${path ?? "-"} ${reason ?? ""}` : status,
  );
}

it("takes each record for itself, once", async () => {
  const live = await open();
  expect(await send(live, ARM, CASE, episode(1), episode(1), episode(1, { turns: 3 }))).toEqual([
    "accepted",
    "accepted",
    "accepted",
    "repeated",
    "- An episode of this arm, case and replica was sent before with other bytes; the first one is kept.",
  ]);
  expect(await send(live, episode(1), episode(2), ARM)).toEqual([
    "repeated",
    "accepted",
    "repeated",
  ]);
  expect(await findLive(database.db, scope, live.liveId)).toMatchObject({
    records: 4,
    episodes: 2,
  });
});

it("says of each refused one why and where, and keeps the others", async () => {
  const live = await open();
  expect(
    await send(
      live,
      "{",
      CAMPAIGN,
      '{"type":"end"}',
      ARM,
      episode(1),
      JSON.stringify({ type: "arm", key: "x" }),
      JSON.stringify({ type: "arm", key: "on", name: "Another" }),
    ),
  ).toEqual([
    expect.stringMatching(/^- .*JSON/),
    "$.type The campaign's own record came when it was opened.",
    "$.type An `end` record is not sent: sealing the campaign says it.",
    "accepted",
    '$.case The episode names the case "k1", which was not sent before it.',
    "$.name $.name: a text was expected, nothing stands there.",
    "- This arm was sent before with other bytes; the first one is kept.",
  ]);
  expect(await findLive(database.db, scope, live.liveId)).toMatchObject({
    records: 1,
    episodes: 0,
  });
});

it("gives every record its place when batches come at once", async () => {
  const live = await open();
  await send(live, ARM, CASE);
  const batches = Array.from({ length: 8 }, (_, batch) =>
    Array.from({ length: 50 }, (_one, at) => episode(batch * 25 + at)),
  );
  const answers = await Promise.all(batches.map((batch) => send(live, ...batch)));
  const all = answers.flat();
  expect(all.filter((one) => one === "accepted")).toHaveLength(225);
  expect(all.filter((one) => one === "repeated")).toHaveLength(175);
  const [row] = await database.sql`
    select count(*)::int as n, max(no)::int as last from live_records where live_id = ${live.liveId}`;
  expect({ ...row }).toEqual({ n: 227, last: 227 });
});

it("has no figures until it is sealed, and then those of the same native file", async () => {
  const live = await open();
  await send(live, ARM, CASE, ...[1, 2, 3].map((replica) => episode(replica)));
  expect(await listCampaigns(database.db, scope)).toEqual([]);
  expect(await listLive(database.db, scope)).toMatchObject([{ key: "c1", episodes: 3 }]);
  const sealed = await sealLive(database, live);
  expect(sealed).toMatchObject({ campaign: "c1", episodes: 3, refused: 0 });
  expect(await listLive(database.db, scope)).toEqual([]);
  const [campaign] = await listCampaigns(database.db, scope);
  expect(campaign).toMatchObject({ slug: "c1", state: "sealed", episodeCount: 3 });
  const left = await database.sql`select 1 from live_records where live_id = ${live.liveId}`;
  expect(left).toHaveLength(0);

  const lines = [
    CAMPAIGN,
    ARM,
    CASE,
    ...[1, 2, 3].map((replica) => episode(replica)),
    '{"type":"end"}',
  ];
  const again = await ingestSource({
    database,
    ...scope,
    source: memorySource("run.jsonl", { "run.jsonl": lines.map((line) => `${line}\n`).join("") }),
    options: {},
  });
  expect(again).toMatchObject({ state: "duplicate", campaignSlug: "c1" });
});

it("stays open when sealing is refused, and when there is nothing to seal", async () => {
  const live = await open();
  await expect(sealLive(database, live)).rejects.toMatchObject({ code: "conflict" });
  await send(live, ARM, CASE, episode(1));
  const source = memorySource("f", { f: nativeText({ episodes: [{ replica: 9 }] }) });
  await ingestSource({ database, ...scope, source, options: {} });
  await expect(sealLive(database, live)).rejects.toThrow(
    /^It stays open, because it was refused: The key "c1"/,
  );
  expect(await findLive(database.db, scope, live.liveId)).toMatchObject({ episodes: 1 });
  expect(await send(live, episode(2))).toEqual(["accepted"]);
});

it("clears up when a fault came between the campaign and the end of the live one", async () => {
  const live = await open();
  await send(live, ARM, CASE, episode(1));
  const first = await sealLive(database, live);
  // The same live campaign as if its deletion had been lost.
  const second = await openAgain(live.liveId);
  expect(await sealLive(database, second)).toMatchObject({ campaign: first.campaign, episodes: 1 });
  expect(await listCampaigns(database.db, scope)).toHaveLength(1);
  expect(await listLive(database.db, scope)).toEqual([]);

  async function openAgain(liveId: string) {
    await database.sql`
      insert into live_campaigns (id, project_id, key, name, raw)
      values (${liveId}, ${scope.projectId}, 'c1', 'Campaign 1', ${Buffer.from(CAMPAIGN)})`;
    await send(live, ARM, CASE, episode(1));
    return live;
  }
});

it("lets no batch in between once sealing began, and seals once", async () => {
  const live = await open();
  await send(live, ARM, CASE, ...Array.from({ length: 500 }, (_, at) => episode(at)));
  const outcomes = await Promise.allSettled([
    sealLive(database, live),
    sealLive(database, live),
    ...Array.from({ length: 6 }, (_, at) => send(live, episode(1000 + at))),
  ]);
  const sealed = outcomes.slice(0, 2).filter(({ status }) => status === "fulfilled");
  expect(sealed).toHaveLength(1);
  const taken = outcomes.slice(2).filter(({ status }) => status === "fulfilled").length;
  const [campaign] = await listCampaigns(database.db, scope);
  expect(campaign?.episodeCount).toBe(500 + taken);
});

it("opens a key once, and gives it free when it is given up", async () => {
  const live = await open();
  await expect(open()).rejects.toMatchObject({ code: "conflict" });
  await expect(open(ARM)).rejects.toMatchObject({ code: "invalid_input" });
  await expect(open("[]")).rejects.toMatchObject({ code: "invalid_input" });
  await send(live, ARM);
  expect(await dropLive(database, live)).toEqual({ name: "Campaign 1" });
  await expect(send(live, CASE)).rejects.toMatchObject({ code: "not_found" });
  await sealLive(database, await ready()).then(({ campaign }) => expect(campaign).toBe("c1"));
  await expect(open()).rejects.toThrow('The key "c1" is that of the stored campaign "Campaign 1"');

  async function ready() {
    const second = await open(JSON.stringify(JSON.parse(CAMPAIGN), null, 2));
    await send(second, ARM, CASE, episode(1));
    return second;
  }
});

it("is nobody's in another project", async () => {
  const live = await open();
  const foreign = { ...(await database.newProject()), by: SYSTEM, liveId: live.liveId };
  await expect(send(foreign, ARM)).rejects.toMatchObject({ code: "not_found" });
  await expect(sealLive(database, foreign)).rejects.toMatchObject({ code: "not_found" });
  await expect(dropLive(database, foreign)).rejects.toMatchObject({ code: "not_found" });
  expect(await findLive(database.db, foreign, live.liveId)).toBeNull();
});

it("keeps no credential, and knows the record again that held one", async () => {
  const live = await open();
  const secret = "sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCD";
  const told = episode(1, { terminationDetail: `key ${secret}` });
  const batch = [ARM, CASE, told].map(bytes);
  const results = await appendLive(database, live, batch);
  expect(results.map(({ status, masked }) => [status, masked])).toEqual([
    ["accepted", 0],
    ["accepted", 0],
    ["accepted", 1],
  ]);
  expect(await send(live, told)).toEqual(["repeated"]);
  const rows = await database.sql<{ raw: Uint8Array }[]>`
    select raw from live_records where live_id = ${live.liveId}`;
  expect(rows.map(({ raw }) => Buffer.from(raw).toString()).join()).not.toContain(secret);
});

it("reads a batch as lines or as one array, and bounds it", async () => {
  const whole = JSON.stringify([{ type: "arm" }, [1], "a\nb"], null, 2);
  const items = await splitBatch(bytes(whole), "array");
  expect(items.map((item): unknown => JSON.parse(new TextDecoder().decode(item)))).toEqual([
    { type: "arm" },
    [1],
    "a\nb",
  ]);
  expect(items.every((item) => !item.includes(10))).toBe(true);
  expect(await splitBatch(bytes("{}\n\n \r\n{}"), "lines")).toHaveLength(2);
  const many = (count: number) => splitBatch(bytes("{}\n".repeat(count)), "lines");
  expect(await many(1000)).toHaveLength(1000);
  await expect(many(1001)).rejects.toMatchObject({ code: "too_large" });
  for (const broken of ["", "{}", "[{}", "[{}]]", '[{}] "x"', "[]"])
    await expect(splitBatch(bytes(broken), "array")).rejects.toMatchObject({
      code: "invalid_input",
    });
});

it("counts what a batch came to", () => {
  const one = { reason: null, path: null, masked: 0 };
  const results = (["accepted", "repeated", "accepted", "refused"] as const).map(
    (status, index) => ({
      ...one,
      status,
      index,
    }),
  );
  expect(summed(results)).toEqual({ accepted: 2, repeated: 1, refused: 1, results });
});
