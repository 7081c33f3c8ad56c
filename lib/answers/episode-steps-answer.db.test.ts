import type { Scope } from "@/db/scope";
import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findEpisodeHead, type EpisodeHead } from "@/db/queries/episode-detail";
import { digestNow, readRecordBytes } from "@/db/queries/episode-detail-bytes";
import { effectsOf, weighedCalls } from "@/db/queries/episode-detail-parts";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import { memorySource } from "@/lib/importers/memory-source";
import { MAX_RECORD_BYTES } from "@/lib/importers/limits";
import { ingestSource } from "@/lib/ingest/ingest-source";
import { nativeText } from "@/lib/ingest/testing/native-text";
import { moreAnswer, recordPartAnswer, searchAnswer, stepsAnswer } from "./episode-steps-answer";

let database: TestDatabase;
let scope: Scope;
let stranger: Scope;

const marker = { planted: true, witnessed: true, text: "CANARY-1" };
const send = {
  tool: "send_email",
  executed: true,
  authorised: false,
  marker: { inArguments: true },
};

beforeAll(async () => {
  database = await openTestDatabase();
  scope = await database.newProject();
  stranger = await database.newProject();
});

afterAll(() => database.drop());

async function ingested(key: string, text: string): Promise<EpisodeHead> {
  const source = memorySource("run.jsonl", { "run.jsonl": text });
  const result = await ingestSource({ database, projectId: scope.projectId, source, options: {} });
  expect(result.state).toBe("done");
  const head = await findEpisodeHead(database.db, scope, key, 1);
  if (head === null) throw new Error("no episode");
  return head;
}

const firstSlice = { attempt: null, from: 0, at: null };

describe("an episode with two attempts", () => {
  let episode: EpisodeHead;
  beforeAll(async () => {
    const text = nativeText({
      key: "two",
      episodes: [
        {
          marker,
          attempts: [
            { termination: "provider_error", calls: [send] },
            { termination: "task_done" },
          ],
          calls: [{ tool: "look", executed: true }, send],
          events: [{ kind: "note", text: "a\u0000b CANARY-1" }],
          effects: [{ tool: "send_email", call: 1, containsMarker: true }],
        },
      ],
    });
    episode = await ingested("two", text);
  });

  test("draws each attempt's calls with their own points", async () => {
    const last = await stepsAnswer(database, scope, episode, firstSlice);
    expect(last?.marker).toBe("CANARY-1");
    expect(last?.slice.steps).toMatchObject([
      { kind: "event", event: { text: { text: "a\u0000b CANARY-1" } } },
      { kind: "call", call: { tool: "look" }, points: { role: null, weight: 0, damage: 0 } },
      { kind: "call", call: { tool: "send_email" }, points: { role: "send", damage: 2 } },
    ]);
    const before = await stepsAnswer(database, scope, episode, { ...firstSlice, attempt: 1 });
    expect(before?.slice.steps).toMatchObject([{ kind: "call", points: { damage: 2 } }]);
    const weighed = await weighedCalls(database.db, scope, episode, 1);
    expect(weighed).toMatchObject({ calls: [{ attemptNo: 1, callNo: 0, damage: 2 }], total: 2 });
    expect(await effectsOf(database.db, scope, episode, 10)).toMatchObject({
      total: 1,
      unexplained: 0,
    });
  });

  test("opens at a moment, and says when it is not there", async () => {
    const at = (index: number) => ({ ...firstSlice, at: { kind: "call", index } as const });
    expect(await stepsAnswer(database, scope, episode, at(1))).toMatchObject({ found: true });
    expect(await stepsAnswer(database, scope, episode, at(2))).toMatchObject({
      found: false,
      slice: { from: 0 },
    });
  });

  test("gives the bytes as they are stored, by their digest", async () => {
    const bytes = await readRecordBytes(database.sql, scope, episode.campaignId, 1);
    expect(
      createHash("sha256")
        .update(bytes ?? "")
        .digest("hex"),
    ).toBe(episode.sha256);
    expect(episode).toMatchObject({ recordBytes: bytes?.length, attemptCount: 2 });
    const part = await recordPartAnswer(database, scope, episode, 0);
    expect(part?.text).toBe(new TextDecoder().decode(bytes ?? new Uint8Array()));
  });

  test("is nothing to another project, nor to what is no id", async () => {
    const { campaignId } = episode;
    expect(await readRecordBytes(database.sql, stranger, campaignId, 1)).toBeNull();
    expect(await readRecordBytes(database.sql, scope, "' or true --", 1)).toBeNull();
    expect(await readRecordBytes(database.sql, scope, campaignId, 1.5)).toBeNull();
    expect(await stepsAnswer(database, stranger, episode, firstSlice)).toBeNull();
  });

  test("gives bytes that are no text, too", async () => {
    const { sql, owner } = database;
    const odds = [
      Buffer.from([0x7b, 0x00, 0x7d]),
      Buffer.from([0x7b, 0xff, 0xfe, 0x7d]),
      Buffer.alloc(0),
      Buffer.from(`${"x".repeat(2 ** 20 - 1)}ü😀${"ÿ".repeat(2 ** 20)}`),
    ];
    for (const odd of odds) {
      await owner`update episode_records set raw = ${odd}
        where campaign_id = ${episode.campaignId} and seq = 1`;
      const bytes = await readRecordBytes(sql, scope, episode.campaignId, 1);
      expect(Buffer.from(bytes ?? []).equals(odd)).toBe(true);
    }
  });

  test("notices that its bytes were altered, and shows those that are there", async () => {
    await database.owner`update episode_records set raw = convert_to('{"events":[{"kind":"note","text":"forged"}]}', 'UTF8') where campaign_id = ${episode.campaignId} and seq = 1`;
    const now = await findEpisodeHead(database.db, scope, "two", 1);
    const digest = await digestNow(database.sql, scope, episode.campaignId, 1);
    expect([now?.sha256 === episode.sha256, digest === episode.sha256]).toEqual([true, false]);
    if (now === null) throw new Error("no episode");
    const slice = await stepsAnswer(database, scope, now, firstSlice);
    expect(slice?.slice.steps).toMatchObject([{ event: { text: { text: "forged" } } }]);
  });
});

/** Puts a record of 337,001 events and nearly 64 MiB in the place of another, made where it is stored. */
async function storeLarge({ campaignId }: EpisodeHead): Promise<void> {
  await database.owner`
    update episode_records set raw = made.raw, sha256 = sha256(made.raw)
    from (
      select convert_to('{"type":"episode","arm":"on","case":"k1","replica":1,"events":[' || string_agg(
        '{"kind":"message","role":"' || (case n % 2 when 0 then 'user' else 'assistant' end) || '","text":"' ||
        n || repeat(' words of the message', 6) || ' and so on."}', ',' order by n
      ) || ',{"kind":"note","text":"the last word"}]}', 'UTF8') as raw
      from generate_series(0, 336999) n
    ) made
    where campaign_id = ${campaignId} and seq = 1`;
}

test("D4: a record of the largest size is read slice by slice, to its last event and its last byte", async () => {
  await storeLarge(await ingested("large", nativeText({ key: "large", episodes: [{}] })));
  const episode = await findEpisodeHead(database.db, scope, "large", 1);
  if (episode === null) throw new Error("no episode");
  expect(await digestNow(database.sql, scope, episode.campaignId, 1)).toBe(episode.sha256);
  expect(episode.recordBytes).toBeGreaterThan(MAX_RECORD_BYTES * 0.9);
  expect(episode.recordBytes).toBeLessThan(MAX_RECORD_BYTES);
  const first = await stepsAnswer(database, scope, episode, firstSlice);
  expect(first?.slice).toMatchObject({ from: 0, next: 100, length: 337_001 });
  const last = { kind: "event", index: 337_000 } as const;
  const end = await stepsAnswer(database, scope, episode, { ...firstSlice, at: last });
  expect(end?.slice).toMatchObject({ from: 336_997, next: null });
  const word = await moreAnswer(database, scope, episode, {
    attempt: null,
    of: last,
    field: "text",
    from: 9,
  });
  expect(word?.text).toBe("word");
  let found = await searchAnswer(database, scope, episode, {
    attempt: null,
    sought: "LAST word",
    from: 0,
  });
  while (found !== null && found.next !== null && found.hits.length === 0)
    found = await searchAnswer(database, scope, episode, {
      attempt: null,
      sought: "LAST word",
      from: found.next,
    });
  expect(found?.hits).toMatchObject([{ kind: "event", index: 337_000, match: "last word" }]);
  // The connections that records were read through have to be fit for what comes after.
  await Promise.all(
    Array.from({ length: 3 }, async () => {
      const bytes = await readRecordBytes(database.sql, scope, episode.campaignId, 1);
      expect(bytes?.length).toBe(episode.recordBytes);
    }),
  );
  await Promise.all(Array.from({ length: 24 }, () => database.sql`select pg_sleep(0.05)`));
  const raw = await recordPartAnswer(database, scope, episode, episode.recordBytes - 2);
  expect(raw).toMatchObject({ text: "]}", to: episode.recordBytes });
}, 180_000);
