import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findCampaign, listCampaigns } from "@/db/queries/campaigns";
import { findEpisode } from "@/db/queries/episode-detail";
import { countEpisodes } from "@/db/queries/episodes";
import { findImport, listImports } from "@/db/queries/imports";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import { aftermath } from "@/lib/importers/aftermath";
import type { Importer, Source } from "@/lib/importers/importer";
import { memorySource } from "@/lib/importers/memory-source";
import { figure } from "@/lib/testing/security-figure";
import { ingestSource } from "./ingest-source";
import { manyEpisodes, nativeText } from "./testing/native-text";

/** A line whose termination reason the format does not know. */
const UNKNOWN_REASON =
  '{"type":"episode","arm":"on","case":"k1","replica":7,"termination":"secure"}';

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
});

afterAll(() => database.drop());

function ingest(projectId: string, text: string | Uint8Array, importer: Importer = aftermath) {
  return ingestSource({
    database,
    projectId,
    source: memorySource("run.jsonl", { "run.jsonl": text }),
    importer,
    options: {},
  });
}

/** A matcher as a value whose type claims nothing. */
function like(pattern: RegExp): unknown {
  return expect.stringMatching(pattern);
}

/** Rows of all tables that hold a campaign, together. */
async function storedRows(projectId: string): Promise<number> {
  const counts = await Promise.all(
    [
      "campaigns",
      "campaign_records",
      "arms",
      "attacks",
      "cases",
      "episodes",
      "episode_records",
      "attempts",
      "calls",
      "effects",
      "tallies",
    ].map(async (table) => {
      const [row] = await database.sql<{ n: number }[]>`
        select count(*)::int as n from ${database.sql(table)} where project_id = ${projectId}`;
      return row?.n ?? Number.NaN;
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

describe("a good file", () => {
  test("is stored whole, with its counts, its facts and its evidence", async () => {
    const scope = await database.newProject();
    const call = {
      tool: "send_email",
      executed: true,
      authorised: false,
      marker: { inArguments: true },
      decision: { outcome: "allow" as const, rule: "r1", reason: "why" },
    };
    const text = nativeText({
      episodes: [
        {
          marker: { planted: true, witnessed: true },
          startedAt: "2026-11-02T10:00:00+02:00",
          calls: [call],
          attempts: [
            { termination: "provider_error", detail: "503", calls: [call] },
            { termination: "task_done" },
          ],
          effects: [{ tool: "send_email", call: 0, containsMarker: true }],
        },
        { case: "k2", termination: "context_limit", terminationDetail: "too long" },
      ],
    });
    const result = await ingest(scope.projectId, text);
    expect(result).toMatchObject({
      state: "done",
      campaignSlug: "c1",
      counts: { records: 7, episodes: 2, refused: 0, recoded: 0 },
    });
    const campaign = await findCampaign(database.db, scope, "c1");
    expect(campaign).toMatchObject({
      key: "c1",
      state: "sealed",
      episodeCount: 2,
      startedAt: new Date("2026-11-02T08:00:00Z"),
      arms: [{ armNo: 1, key: "on", guardrail: null, model: null }],
      import: { id: result.importId, sourceName: "run.jsonl", refused: 0 },
    });
    const episode = await findEpisode(database.db, scope, "c1", 1);
    expect(episode).toMatchObject({
      damage: 2,
      damageInEarlierAttempts: 2,
      outcome: "attack_success",
      unchanged: true,
      sha256: createHash("sha256")
        .update(text.split("\n")[4] ?? "")
        .digest("hex"),
      attempts: [
        { attemptNo: 1, termination: "provider_error", detail: "503", callCount: 1, damage: 2 },
        { attemptNo: 2, termination: "task_done", callCount: 1, damage: 2 },
      ],
      calls: [
        { attemptNo: 1, callNo: 0, tool: "send_email", role: "send", weight: 2 },
        { attemptNo: 2, callNo: 0, decision: "allow", rule: "r1", reason: "why", damage: 2 },
      ],
      effects: [{ effectNo: 0, tool: "send_email", callNo: 0, damage: 0 }],
      case: { key: "k1" },
    });
    const counts = await countEpisodes(database.db, scope, { termClass: "abort" });
    expect(counts).toMatchObject({
      total: 1,
      exact: true,
      byTermination: [{ reason: "context_limit", count: 1 }],
    });
  });

  test("of more episodes than a batch holds keeps every one, in order", async () => {
    const scope = await database.newProject();
    await ingest(scope.projectId, nativeText({ episodes: manyEpisodes(1203) }));
    const [row] = await database.sql<{ n: number; inOrder: boolean }[]>`
      select count(*)::int as n, bool_and(seq = replica) as "inOrder" from episodes
      where project_id = ${scope.projectId}`;
    expect(row).toEqual({ n: 1203, inOrder: true });
  });

  test("without its end is kept and marked interrupted", async () => {
    const scope = await database.newProject();
    await ingest(scope.projectId, nativeText({ episodes: [{}], end: false }));
    const campaign = await findCampaign(database.db, scope, "c1");
    expect(campaign?.state).toBe("interrupted");
  });
});

describe("E9: the same again", () => {
  test("the same bytes are a duplicate under any name, and nothing is doubled", async () => {
    const scope = await database.newProject();
    const text = nativeText({ episodes: [{}] });
    await ingest(scope.projectId, text);
    const rows = await storedRows(scope.projectId);
    const again = await ingestSource({
      database,
      projectId: scope.projectId,
      source: memorySource("other name.jsonl", { "other name.jsonl": text }),
      importer: aftermath,
      options: {},
    });
    expect(again).toMatchObject({
      state: "duplicate",
      campaignSlug: "c1",
      campaignName: "Campaign 1",
    });
    expect(await storedRows(scope.projectId)).toBe(rows);
    const found = await findImport(database.db, scope, again.importId);
    expect(found).toMatchObject({ state: "duplicate", campaign: { slug: "c1" }, error: null });
  });

  test("another project takes the same bytes", async () => {
    const text = nativeText({ episodes: [{}] });
    for (let project = 0; project < 2; project += 1) {
      const { projectId } = await database.newProject();
      expect(await ingest(projectId, text)).toMatchObject({ state: "done", campaignSlug: "c1" });
    }
  });

  test("the same key with other bytes is refused by name", async () => {
    const scope = await database.newProject();
    await ingest(scope.projectId, nativeText({ name: "First night", episodes: [{}] }));
    const other = await ingest(scope.projectId, nativeText({ episodes: [{ replica: 2 }] }));
    expect(other).toMatchObject({
      state: "refused",
      reason:
        'The key "c1" is that of the stored campaign "First night", which came from other bytes. Give the new campaign a key of its own, or to import it in the place of that campaign, give --replace on the command line, or tick "Replace the campaign of the same file or key" on the page of imports. Nothing was imported.',
    });
    expect(await listCampaigns(database.db, scope)).toHaveLength(1);
  });

  test("keys that read alike get addresses of their own", async () => {
    const { projectId } = await database.newProject();
    await ingest(projectId, nativeText({ key: "Run 1", episodes: [{}] }));
    const second = await ingest(projectId, nativeText({ key: "run-1", episodes: [{}] }));
    expect(second).toMatchObject({ campaignSlug: like(/^run-1-[0-9a-f]{8}$/) });
  });

  test("two imports at once make one campaign", async () => {
    const scope = await database.newProject();
    const text = nativeText({ episodes: manyEpisodes(700) });
    const results = await Promise.all(
      Array.from({ length: 4 }, () => ingest(scope.projectId, text)),
    );
    expect(results.map((result) => result.state).toSorted()).toEqual([
      "done",
      "duplicate",
      "duplicate",
      "duplicate",
    ]);
    expect(await listCampaigns(database.db, scope)).toHaveLength(1);
  });

  test("two files with one key at once: one is refused", async () => {
    const scope = await database.newProject();
    const results = await Promise.all([
      ingest(scope.projectId, nativeText({ episodes: manyEpisodes(600) })),
      ingest(scope.projectId, nativeText({ episodes: manyEpisodes(601) })),
    ]);
    expect(results.map((result) => result.state).toSorted()).toEqual(["done", "refused"]);
    expect(await listCampaigns(database.db, scope)).toHaveLength(1);
  });
});

describe("records that cannot be taken", () => {
  test("E8: are counted and listed with their place, and the good ones are kept", async () => {
    const scope = await database.newProject();
    const text = nativeText({
      episodes: [{}, "{ not json", UNKNOWN_REASON, {}, { replica: 2 }],
    });
    const result = await ingest(scope.projectId, text);
    expect(result).toMatchObject({ state: "done", counts: { episodes: 2, refused: 3 } });
    const found = await findImport(database.db, scope, result.importId);
    expect(found).toMatchObject({ state: "done", episodes: 2, refused: 3 });
    expect(found?.issues.map(({ severity, place }) => [severity, place.line])).toEqual([
      ["refused", 6],
      ["refused", 7],
      ["refused", 8],
    ]);
    expect(found?.issueGroups.reduce((sum, group) => sum + group.count, 0)).toBe(3);
  });

  test("a file cut in the middle of a line keeps what was whole", async () => {
    const scope = await database.newProject();
    const text = nativeText({ episodes: manyEpisodes(3) });
    const cut = text.slice(0, text.lastIndexOf('"replica":3'));
    const result = await ingest(scope.projectId, cut);
    expect(result).toMatchObject({ state: "done", counts: { episodes: 2, refused: 1 } });
    const campaign = await findCampaign(database.db, scope, "c1");
    expect(campaign).toMatchObject({ state: "interrupted", episodeCount: 2 });
  });

  test.each([
    ["no campaign record", '{"type":"end"}\n'],
    ["no episode", nativeText({ episodes: [] })],
    ["only refused episodes", nativeText({ episodes: ["{ not json"] })],
    ["no JSON at all", "hello\n"],
  ])("%s: the import fails with a sentence and keeps nothing", async (_, text) => {
    const scope = await database.newProject();
    const result = await ingest(scope.projectId, text);
    expect(result).toMatchObject({
      state: "refused",
      reason: like(/^Nothing of "run\.jsonl" was imported: /),
    });
    expect(await storedRows(scope.projectId)).toBe(0);
    const [row] = await listImports(database.db, scope);
    expect(row).toMatchObject({ state: "failed", campaign: null, episodes: 0 });
    expect(row?.error).toBe(result.state === "refused" ? result.reason : null);
  });

  test("E8: a thousand issues are kept and all are counted", async () => {
    const scope = await database.newProject();
    const bad = Array.from({ length: 1100 }, () => "{ not json");
    const result = await ingest(scope.projectId, nativeText({ episodes: [{}, ...bad] }));
    expect(result.counts.refused).toBe(1100);
    const [row] = await database.sql<{ n: number }[]>`
      select count(*)::int as n from import_issues where import_id = ${result.importId}`;
    expect(row?.n).toBe(1000);
    const found = await findImport(database.db, scope, result.importId);
    expect(found?.issues).toHaveLength(200);
    expect(found?.refused).toBe(1100);
    await figure("E8", "1,100 refused: 1,000 kept with their places, 1,100 counted");
  });
});

test("NUL and half a surrogate: the bytes come back as they were, the columns show U+FFFD", async () => {
  const scope = await database.newProject();
  const line =
    '{"type":"episode","arm":"on","case":"k1","replica":1,"termination":"task_done","terminationDetail":"a\\u0000b \\ud800 c","calls":[{"tool":"t\\u0000","executed":true}], "b" : 1.10 , "events":[{"kind":"note","text":"\\udc00"}]}';
  const result = await ingest(scope.projectId, nativeText({ episodes: [line] }));
  expect(result.state).toBe("done");
  const episode = await findEpisode(database.db, scope, "c1", 1);
  expect(Buffer.from(episode?.raw ?? []).toString()).toBe(line);
  expect(episode).toMatchObject({
    terminationDetail: "a\uFFFDb \uFFFD c",
    hadNul: true,
    hadLoneSurrogate: true,
    unchanged: true,
  });
  expect(episode?.calls[0]?.tool).toBe("t\uFFFD");
});

describe("E7: all or nothing", () => {
  /** Reads well, and then fails as a disk or a program would. */
  function failingAfter(records: number): Importer {
    return {
      ...aftermath,
      async *read(source, options) {
        let seen = 0;
        for await (const item of aftermath.read(source, options)) {
          if (seen === records) throw new Error("the importer broke");
          seen += 1;
          yield item;
        }
      },
    };
  }

  test.each([1, 4, 700, 1200])("a fault after %i records leaves no row", async (records) => {
    const scope = await database.newProject();
    const text = nativeText({ episodes: manyEpisodes(1300) });
    await expect(ingest(scope.projectId, text, failingAfter(records))).rejects.toThrow(
      "the importer broke",
    );
    expect(await storedRows(scope.projectId)).toBe(0);
    const [row] = await listImports(database.db, scope);
    expect(row).toMatchObject({
      state: "failed",
      error: "The import stopped at a fault of the program; nothing of it was kept.",
    });
    expect(await ingest(scope.projectId, text)).toMatchObject({ state: "done" });
  });

  test("a file that is written to between its fingerprint and its records is refused", async () => {
    const scope = await database.newProject();
    const whole = nativeText({ episodes: manyEpisodes(3) });
    const lines = whole.split("\n");
    let opened = 0;
    const growing: Source = {
      name: "run.jsonl",
      async *files() {
        // The importer's own pass is the second that reads it.
        const open = () => {
          opened += 1;
          const text = opened === 1 ? `${lines.slice(0, -2).join("\n")}\n` : whole;
          return (async function* () {
            yield new TextEncoder().encode(text);
          })();
        };
        yield { path: "run.jsonl", sizeBytes: whole.length, open };
      },
    };
    const result = await ingestSource({
      database,
      projectId: scope.projectId,
      source: growing,
      importer: aftermath,
      options: {},
    });
    expect(result).toMatchObject({
      state: "refused",
      reason:
        "The file run.jsonl changed while it was imported; nothing of it was kept. Import it again when nothing writes to it any more.",
    });
    expect(await storedRows(scope.projectId)).toBe(0);
  });

  test("E8: a record that the database refuses is named with its place", async () => {
    const scope = await database.newProject();
    const broken: Importer = {
      ...aftermath,
      async *read(source, options) {
        for await (const item of aftermath.read(source, options)) {
          // An importer that breaks its word: the domain knows no negative duration.
          if (
            item.kind === "record" &&
            item.record.type === "episode" &&
            item.record.replica === 600
          )
            yield { ...item, record: { ...item.record, replica: -1 } };
          else yield item;
        }
      },
    };
    const result = await ingest(
      scope.projectId,
      nativeText({ episodes: manyEpisodes(900) }),
      broken,
    );
    expect(result).toMatchObject({
      state: "refused",
      reason: like(
        /^The record at run\.jsonl, line 604 cannot be stored \(.*episodes_counts.*\); nothing of its campaign was kept\.$/,
      ),
    });
    expect(await storedRows(scope.projectId)).toBe(0);
  });

  test("a stopped import keeps nothing", async () => {
    const scope = await database.newProject();
    const stop = new AbortController();
    const promise = ingestSource({
      database,
      projectId: scope.projectId,
      source: memorySource("run.jsonl", {
        "run.jsonl": nativeText({ episodes: manyEpisodes(900) }),
      }),
      importer: aftermath,
      options: {},
      signal: stop.signal,
      onProgress: ({ episodes }) => {
        if (episodes > 600) stop.abort();
      },
    });
    await expect(promise).rejects.toThrow("The import was stopped; nothing of it was kept.");
    expect(await storedRows(scope.projectId)).toBe(0);
  });
});

test("progress goes up to the whole source, in both passes", async () => {
  const scope = await database.newProject();
  const text = nativeText({ episodes: manyEpisodes(50) });
  const seen: string[] = [];
  await ingestSource({
    database,
    projectId: scope.projectId,
    source: memorySource("run.jsonl", { "run.jsonl": text }, 1000),
    importer: aftermath,
    options: {},
    onProgress: ({ phase, bytesRead, bytesTotal }) => {
      if (bytesRead === bytesTotal && seen.at(-1) !== phase) seen.push(phase);
    },
  });
  expect(seen).toEqual(["fingerprint", "records"]);
});
