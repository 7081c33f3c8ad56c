import type { Scope } from "@/db/scope";
import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findCampaign, listCampaigns } from "@/db/queries/campaigns";
import { findDeleted, listDeleted } from "@/db/queries/deleted-campaigns";
import { countEpisodes } from "@/db/queries/episodes";
import { findImport } from "@/db/queries/imports";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import { SYSTEM } from "@/lib/domain/actor";
import { memorySource } from "@/lib/importers/memory-source";
import { canonicalJson } from "@/lib/integrity/canonical-json";
import { deleteCampaign, removeCampaigns } from "./delete-campaign";
import { ingestSource } from "./ingest-source";
import { manyEpisodes, nativeText } from "./testing/native-text";

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
});

afterAll(() => database.drop());

function ingest(projectId: string, text: string, replace = false) {
  const source = memorySource("run.jsonl", { "run.jsonl": text });
  return ingestSource({ database, projectId, source, options: {}, replace });
}

async function idOf(scope: Scope): Promise<string> {
  return (await findCampaign(database.db, scope, "c1"))?.id ?? "";
}

/** Rows of every table that belongs to campaigns, but for tombstones, imports and the log. */
async function rowsOf(scope: Scope): Promise<number> {
  const tables = await database.sql<{ name: string }[]>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'campaign_id' and table_name not in ('imports', 'log_entries')`;
  let rows = 0;
  for (const { name } of tables) {
    const [row] = await database.sql<{ n: number }[]>`
      select count(*)::int as n from ${database.sql(name)} where project_id = ${scope.projectId}`;
    rows += row?.n ?? Number.NaN;
  }
  return rows;
}

const explanation = "A wrong corpus";
const deletion = { reason: "deleted", by: "Ada", explanation } as const;
const text = nativeText({ name: "Night", episodes: manyEpisodes(7) });

describe("deleteCampaign", () => {
  test("A9: leaves what it was, who deleted it and when, and the log says it from then on", async () => {
    const scope = await database.newProject();
    await ingest(scope.projectId, text);
    const campaignId = await idOf(scope);
    const [sealed] = await database.sql<{ root: string }[]>`
      select encode(root, 'hex') as root from campaign_seals where campaign_id = ${campaignId}`;
    await deleteCampaign(database, {
      ...scope,
      campaignId,
      by: { ...SYSTEM, name: 'Ada "the\u0001" Lovelace' },
      explanation: 'Wrong corpus\n"v2" \u2028\u007f',
    });

    const [stone] = await database.sql<
      { root: string; by: string; n: number; at: string; why: string }[]
    >`
      select encode(root, 'hex') as root, deleted_by as by, episode_count as n,
        log_instant(deleted_at) as at, explanation as why
      from deleted_campaigns where id = ${campaignId}`;
    expect(stone).toMatchObject({
      root: sealed?.root,
      by: 'Ada "the\u0001" Lovelace',
      n: 7,
      why: 'Wrong corpus\n"v2" \u2028\u007f',
    });
    const log = await database.sql<{ kind: string; body: string }[]>`
      select kind, body from log_entries where campaign_id = ${campaignId} order by idx`;
    expect(log.map(({ kind }) => kind)).toEqual(["sealed", "deleted"]);
    const said: unknown = JSON.parse(log[1]?.body ?? "");
    expect(said).toEqual({
      at: stone?.at,
      by: 'Ada "the\u0001" Lovelace',
      campaign: campaignId,
      episodes: 7,
      kind: "deleted",
      project: scope.projectId,
      reason: "deleted",
      root: sealed?.root,
      v: 1,
      why: 'Wrong corpus\n"v2" \u2028\u007f',
    });
    for (const { body } of log) expect(canonicalJson(JSON.parse(body))).toBe(body);
  });

  test("A9: a deletion that is taken back leaves no entry, and no gap", async () => {
    const scope = await database.newProject();
    await ingest(scope.projectId, text);
    const campaignId = await idOf(scope);
    const sizes = async () =>
      (
        await database.sql`select count(*)::int as n, max(idx)::int + 1 as next from log_entries`
      )[0];
    const before = await sizes();
    await expect(
      database.sql.begin(async (tx) => {
        await removeCampaigns(tx, scope.projectId, tx`id = ${campaignId}`, deletion);
        await tx`set constraints all immediate`;
        throw new Error("taken back");
      }),
    ).rejects.toThrow("taken back");
    expect(await sizes()).toEqual(before);
    await deleteCampaign(database, { ...scope, by: SYSTEM, campaignId, explanation });
    const after = await sizes();
    expect(after).toEqual({ n: Number(before?.["n"]) + 1, next: Number(before?.["n"]) + 1 });
  });

  test("takes every record, leaves a tombstone and the import, and frees the key", async () => {
    const scope = await database.newProject();
    const first = await ingest(scope.projectId, text);
    const stored = await findCampaign(database.db, scope, "c1");
    expect(await rowsOf(scope)).toBeGreaterThan(14);
    const campaignId = stored?.id ?? "";

    expect(
      await deleteCampaign(database, { ...scope, by: SYSTEM, campaignId, explanation }),
    ).toEqual({
      name: "Night",
    });
    expect(await rowsOf(scope)).toBe(0);
    const tombstone = await findDeleted(database.db, scope, "c1");
    expect(tombstone).toMatchObject({
      id: campaignId,
      slug: "c1",
      key: "c1",
      name: "Night",
      fingerprint: createHash("sha256").update(text).digest("hex"),
      episodeCount: 7,
      reason: "deleted",
      deletedBy: "Aftermath",
      explanation,
    });
    expect(tombstone?.importedAt).toBeInstanceOf(Date);
    expect(tombstone?.deletedAt).toBeInstanceOf(Date);
    expect(await findImport(database.db, scope, first.importId)).toMatchObject({
      state: "done",
      episodes: 7,
      campaign: null,
    });

    expect(await ingest(scope.projectId, text)).toMatchObject({ state: "done" });
    expect(await listDeleted(database.db, scope)).toHaveLength(1);
  });

  test("A9: the database deletes nothing without who and why, nor for a reason that is none", async () => {
    const scope = await database.newProject();
    await ingest(scope.projectId, text);
    const campaignId = await idOf(scope);
    for (const [by, why] of [
      ["Ada", null],
      [null, "seen"],
      ["Ada", ""],
      ["Ada", "x".repeat(501)],
    ])
      await expect(
        database.sql`select delete_campaign(${scope.projectId}, ${campaignId}, 'deleted', ${by ?? null}, ${why ?? null})`,
      ).rejects.toMatchObject({ code: "23514" });
    expect(await listCampaigns(database.db, scope)).toHaveLength(1);
  });

  test("what is not in the project is not found, and stays", async () => {
    const scope = await database.newProject();
    const other = await database.newProject();
    await ingest(scope.projectId, text);
    const campaignId = await idOf(scope);
    await expect(
      deleteCampaign(database, { ...other, by: SYSTEM, campaignId, explanation }),
    ).rejects.toMatchObject({
      code: "not_found",
    });
    expect(await listCampaigns(database.db, scope)).toHaveLength(1);
    await deleteCampaign(database, { ...scope, by: SYSTEM, campaignId, explanation });
    await expect(
      deleteCampaign(database, { ...scope, by: SYSTEM, campaignId, explanation }),
    ).rejects.toMatchObject({
      code: "not_found",
    });
    expect(await findDeleted(database.db, other, "c1")).toBeNull();
    expect(await listDeleted(database.db, other)).toEqual([]);
  });

  test("readers see it whole and do not wait; imports of its bytes and key wait and are right", async () => {
    const scope = await database.newProject();
    await ingest(scope.projectId, text);
    const campaignId = await idOf(scope);
    const other = nativeText({ name: "Other", episodes: manyEpisodes(2) });
    const results: string[] = [];
    let imports: Promise<unknown> = Promise.resolve();
    await database.sql.begin(async (tx) => {
      await removeCampaigns(tx, scope.projectId, tx`id = ${campaignId}`, deletion);
      const before = performance.now();
      expect((await countEpisodes(database.db, scope, {})).total).toBe(7);
      expect((await findCampaign(database.db, scope, "c1"))?.episodeCount).toBe(7);
      expect(performance.now() - before).toBeLessThan(1000);
      imports = Promise.all(
        [text, other].map(async (one) => {
          const result = await ingest(scope.projectId, one);
          results.push(result.state);
        }),
      );
      await new Promise((resolve) => setTimeout(resolve, 500));
      expect(results).toEqual([]);
    });
    await imports;
    // Both want the key: one has it, the other is told.
    expect(results.toSorted()).toEqual(["done", "refused"]);
    expect(await listCampaigns(database.db, scope)).toHaveLength(1);
  });
});

test("a campaign whose place was taken leaves a tombstone too", async () => {
  const scope = await database.newProject();
  await ingest(scope.projectId, text);
  await ingest(scope.projectId, nativeText({ name: "Next", episodes: manyEpisodes(2) }), true);
  expect(await findDeleted(database.db, scope, "c1")).toMatchObject({
    name: "Night",
    episodeCount: 7,
    reason: "replaced",
    deletedBy: null,
    explanation: null,
  });
});

test("imports that replace the same key at once leave one campaign and a tombstone of each other", async () => {
  const scope = await database.newProject();
  await ingest(scope.projectId, text);
  const texts = [1, 2, 3, 4].map((n) =>
    nativeText({ name: `New ${n}`, episodes: manyEpisodes(n + 1) }),
  );
  const results = await Promise.all(texts.map((one) => ingest(scope.projectId, one, true)));
  expect(results.map(({ state }) => state)).toEqual(["done", "done", "done", "done"]);
  expect(await listCampaigns(database.db, scope)).toHaveLength(1);
  expect(await listDeleted(database.db, scope)).toHaveLength(4);
});
