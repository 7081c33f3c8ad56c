import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findCampaign, listCampaigns } from "@/db/queries/campaigns";
import { listDeleted } from "@/db/queries/deleted-campaigns";
import { dueCampaigns, projectsWithRetention, retentionVersions } from "@/db/queries/retention";
import type { Scope } from "@/db/scope";
import { endLockWaiters, lockWaiters } from "@/db/testing/lock-waiters";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import type { Actor } from "@/lib/domain/actor";
import type { Retention } from "@/lib/domain/retention";
import { figure } from "@/lib/testing/security-figure";
import { verifyInstance } from "@/lib/verification/verify-instance";
import { holdCampaign } from "./hold-campaign";
import { retentionWords, runRetention } from "./run-retention";
import { setRetention } from "./set-retention";
import { importTelling } from "./testing/telling-campaign";

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

const ADA: Actor = { kind: "person", id: "00000000-0000-7000-8000-000000000001", name: "Ada" };

/** Campaigns by their key and how many days ago they were sealed. */
async function project(ages: Readonly<Record<string, number>>): Promise<Scope> {
  const scope = await database.newProject();
  for (const [key, days] of Object.entries(ages)) {
    const id = await importTelling(database, scope, `word-${key}`, { key, replicas: 1 });
    await age(id, days);
  }
  return scope;
}

/**
 * As if it had been sealed then: its row, its manifest and the log's entry would have to be made anew to be
 * so, which the tests of proofs do without.
 */
async function age(id: string, days: number): Promise<void> {
  await database.owner.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`update campaigns set imported_at = now() - make_interval(days => ${days}, secs => 60) where id = ${id}`;
  });
}

const set = (scope: Scope, retention: Retention) => setRetention(database, scope, ADA, retention);
const slugs = async (scope: Scope) =>
  (await listCampaigns(database.db, scope)).map(({ slug }) => slug).toSorted();
const idOf = async (scope: Scope, slug: string) =>
  (await findCampaign(database.db, scope, slug))?.id ?? "";

describe("the setting", () => {
  test("A8: is a version each time, by whom it was set, and its words are those of the audit log", async () => {
    const scope = await project({});
    expect(await retentionVersions(database.db, scope)).toEqual([]);
    await Promise.all([30, 60, 90].map((days) => set(scope, { act: "delete", days })));
    expect(await set(scope, { act: "keep", days: null })).toEqual({ version: 4, isNew: true });
    const versions = await retentionVersions(database.db, scope);
    expect(versions.map(({ version }) => version)).toEqual([4, 3, 2, 1]);
    expect(versions[0]).toMatchObject({ act: "keep", days: null, by: "Ada" });
    const told = await database.sql<{ id: string; detail: unknown }[]>`
      select object_id as id, detail from audit_entries
      where action = 'retention.changed' and project_id = ${scope.projectId} order by id`;
    expect(told.map(({ id }) => id)).toEqual(["1", "2", "3", "4"]);
    expect(told[3]?.detail).toEqual({ act: "keep", days: null });
  });

  test("A8: what counts already is no version of its own, and nothing is told of it", async () => {
    const scope = await project({});
    const versions = async () =>
      (await retentionVersions(database.db, scope)).map(({ version }) => version);
    expect(await set(scope, { act: "keep", days: null })).toEqual({ version: 0, isNew: false });
    expect(await versions()).toEqual([]);
    const saved = await Promise.all([1, 2, 3].map(() => set(scope, { act: "drop", days: 30 })));
    expect(saved.toSorted((a, b) => Number(b.isNew) - Number(a.isNew))).toEqual([
      { version: 1, isNew: true },
      { version: 1, isNew: false },
      { version: 1, isNew: false },
    ]);
    expect(await set(scope, { act: "drop", days: 31 })).toEqual({ version: 2, isNew: true });
    // Back to what it was before: that is a change.
    expect(await set(scope, { act: "drop", days: 30 })).toEqual({ version: 3, isNew: true });
    expect(await versions()).toEqual([3, 2, 1]);
    const told = await database.sql`
      select from audit_entries
      where action = 'retention.changed' and project_id = ${scope.projectId}`;
    expect(told).toHaveLength(3);
  });

  test("A6: takes nothing else, and no version is ever changed", async () => {
    const scope = await project({});
    for (const [act, days] of [
      ["keep", 3],
      ["drop", null],
      ["delete", 0],
      ["delete", 36_501],
      ["burn", 3],
    ] as const)
      await expect(
        database.sql`insert into retention_settings (project_id, version, act, days, set_by)
          values (${scope.projectId}, 1, ${act}, ${days}, 'x')`,
      ).rejects.toMatchObject({ code: "23514" });
    for (const statement of [
      "update retention_settings set days = 1",
      "delete from retention_settings",
    ])
      await expect(database.sql.unsafe(statement)).rejects.toMatchObject({ code: "42501" });
  });

  test("does nothing unless it is set, and to the projects that set it alone", async () => {
    const ages = { a: 1000, b: 1 };
    const [unset, kept, deletes] = [await project(ages), await project(ages), await project(ages)];
    await set(kept, { act: "delete", days: 3 });
    await set(kept, { act: "keep", days: null });
    await set(deletes, { act: "keep", days: null });
    await set(deletes, { act: "delete", days: 3 });
    const ids = (await projectsWithRetention(database.db)).map(({ id }) => id);
    expect(ids).toContain(deletes.projectId);
    expect(ids).not.toContain(kept.projectId);
    expect(ids).not.toContain(unset.projectId);
    for (const scope of [unset, kept]) {
      expect((await runRetention(database, scope)).outcomes).toEqual([]);
      expect(await slugs(scope)).toEqual(["a", "b"]);
    }
  });
});

describe("a run", () => {
  test("A9: deletes what is older, oldest first, skips what is on hold, and says by which setting", async () => {
    const scope = await project({ young: 89, held: 200, old: 90, oldest: 400 });
    const held = { ...scope, campaignId: await idOf(scope, "held"), by: ADA, reason: "audit 7" };
    await holdCampaign(database, { ...held, act: "held" });
    await set(scope, { act: "drop", days: 1 });
    await set(scope, { act: "delete", days: 90 });
    const due = await dueCampaigns(database.db, scope, { act: "delete", days: 90 });
    expect(due.map(({ slug, hold }) => [slug, hold?.by ?? null])).toEqual([
      ["oldest", null],
      ["held", "Ada"],
      ["old", null],
    ]);
    const { outcomes, setting, isCut } = await runRetention(database, scope);
    expect([setting.version, isCut]).toEqual([2, false]);
    expect(outcomes.map(({ slug, fate }) => [slug, fate])).toEqual([
      ["oldest", "deleted"],
      ["held", "held"],
      ["old", "deleted"],
    ]);
    expect(outcomes[1]?.why).toMatch(/^The campaign "Campaign held" is on hold by Ada since /);
    expect(retentionWords(outcomes)).toBe("2 deleted, 1 on hold and kept");
    expect(await slugs(scope)).toEqual(["held", "young"]);
    const stones = await listDeleted(database.db, scope);
    expect(
      stones.map(({ slug, deletedBy, explanation }) => [slug, deletedBy, explanation]),
    ).toEqual(
      ["old", "oldest"].map((slug) => [
        slug,
        "Aftermath",
        "retention: older than 90 days (setting version 2)",
      ]),
    );
    const told = await database.sql`
      select actor_kind as by, detail ->> 'reason' as reason from audit_entries
      where action = 'campaign.deleted' and project_id = ${scope.projectId}`;
    expect([...told]).toEqual(
      Array.from({ length: 2 }, () => ({
        by: "system",
        reason: "retention: older than 90 days (setting version 2)",
      })),
    );
    expect((await runRetention(database, scope)).outcomes.map(({ fate }) => fate)).toEqual([
      "held",
    ]);
  });

  test("A9: drops the content of what is older, once", async () => {
    const scope = await database.newProject();
    const id = await importTelling(database, scope, "word", { key: "a", replicas: 1 });
    await set(scope, { act: "drop", days: 1 });
    expect((await runRetention(database, scope)).outcomes).toEqual([]);
    // Two days on: when it was sealed is sealed, too, and cannot be made older.
    const at = new Date(Date.now() + 2 * 24 * 60 * 60 * 1000);
    const run = async () =>
      (await runRetention(database, scope, { at })).outcomes.map(({ slug, fate }) => [slug, fate]);
    expect(await run()).toEqual([["a", "dropped"]]);
    const { campaigns, findings } = await verifyInstance(database.sql, {
      campaignId: id,
      key: null,
    });
    expect(findings).toEqual([]);
    expect(campaigns[0]).toMatchObject({
      state: "dropped",
      dropped: {
        by: "Aftermath",
        why: "retention: older than 1 day (setting version 1)",
        records: 4,
      },
    });
    expect(await run()).toEqual([]);
  });

  test("keeps what cannot be proven, says so, and goes on with the others", async () => {
    // Its age was altered, which is just what a drop would hide.
    const scope = await project({ a: 30 });
    await set(scope, { act: "drop", days: 10 });
    const { outcomes } = await runRetention(database, scope);
    expect(outcomes).toMatchObject([{ slug: "a", fate: "kept" }]);
    expect(outcomes[0]?.why).toMatch(/^This campaign is not what was sealed/);
    expect(retentionWords(outcomes)).toBe("1 kept, for they could not be proven");
  });

  test("A9: by several processes at once does each campaign once", async () => {
    const ages = Object.fromEntries(Array.from({ length: 8 }, (_, no) => [`c${no}`, 100 + no]));
    const scope = await project(ages);
    await set(scope, { act: "delete", days: 50 });
    const runs = await Promise.all([1, 2, 3].map(() => runRetention(database, scope)));
    const all = runs.flatMap(({ outcomes }) => outcomes);
    expect(all.filter(({ fate }) => fate === "deleted")).toHaveLength(8);
    expect(new Set(all.map(({ fate }) => fate)).has("kept")).toBe(false);
    expect(await slugs(scope)).toEqual([]);
    expect(await listDeleted(database.db, scope)).toHaveLength(8);
    await figure(
      "A9",
      "retention by age: 3 processes at once, 8 of 8 campaigns deleted once each, held ones kept",
    );
  });

  test("A9: killed in the middle leaves a campaign whole, and the next run does it", async () => {
    const scope = await project({ a: 100, b: 40 });
    await set(scope, { act: "delete", days: 50 });
    const locked = await database.owner.reserve();
    await locked`begin`;
    // The last act of a deletion: everything is done but for its row in the audit log.
    await locked`select pg_advisory_xact_lock(hashtextextended('aftermath audit', 0))`;
    const running = runRetention(database, scope).then(
      () => "done",
      () => "failed",
    );
    await expect.poll(async () => (await lockWaiters(database)).length).toBe(1);
    await endLockWaiters(database);
    expect(await running).toBe("failed");
    await locked`rollback`;
    locked.release();
    expect(await slugs(scope)).toEqual(["a", "b"]);
    expect((await runRetention(database, scope)).outcomes).toHaveLength(1);
    expect(await slugs(scope)).toEqual(["b"]);
  });

  test("goes on with the younger ones when one fails, and then says so", async () => {
    const scope = await project({ a: 100, b: 90 });
    await set(scope, { act: "delete", days: 50 });
    const id = await idOf(scope, "a");
    // A row that nobody foresaw, which keeps the campaign's from being deleted.
    await database.owner`create table unforeseen (id uuid references campaigns)`;
    await database.owner`insert into unforeseen values (${id})`;
    await expect(runRetention(database, scope)).rejects.toMatchObject({ code: "23503" });
    expect(await slugs(scope)).toEqual(["a"]);
    await database.owner`drop table unforeseen`;
    expect((await runRetention(database, scope)).outcomes).toHaveLength(1);
  });

  test("stops where it is set otherwise meanwhile, or is asked to", async () => {
    const scope = await project({ a: 100, b: 90, c: 80 });
    await set(scope, { act: "delete", days: 50 });
    const stopping = new AbortController();
    const first = await runRetention(database, scope, {
      signal: stopping.signal,
      onOutcome: () => stopping.abort(),
    });
    expect([first.isCut, await slugs(scope)]).toEqual([true, ["b", "c"]]);
    const locked = await database.owner.reserve();
    await locked`begin`;
    await locked`select id from campaigns where project_id = ${scope.projectId} and slug = 'b' for update`;
    const running = runRetention(database, scope);
    await expect.poll(async () => (await lockWaiters(database)).length).toBeGreaterThan(0);
    await set(scope, { act: "keep", days: null });
    await locked`rollback`;
    locked.release();
    const second = await running;
    expect([second.isCut, await slugs(scope)]).toEqual([true, ["c"]]);
  });
});
