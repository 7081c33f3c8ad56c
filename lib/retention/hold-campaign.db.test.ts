import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { holdOf, holdsOf } from "@/db/queries/campaign-holds";
import { findCampaign } from "@/db/queries/campaigns";
import { findDeleted } from "@/db/queries/deleted-campaigns";
import type { Scope } from "@/db/scope";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import type { Actor } from "@/lib/domain/actor";
import { instant } from "@/lib/format/time";
import { memorySource } from "@/lib/importers/memory-source";
import { deleteCampaign, removeCampaigns } from "@/lib/ingest/delete-campaign";
import { ingestSource } from "@/lib/ingest/ingest-source";
import { manyEpisodes, nativeText } from "@/lib/ingest/testing/native-text";
import { figure } from "@/lib/testing/security-figure";
import { holdCampaign } from "./hold-campaign";

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

const ADA: Actor = { kind: "person", id: "00000000-0000-7000-8000-000000000001", name: "Ada" };
const BERT: Actor = { ...ADA, name: "Bert" };
const text = nativeText({ name: "Night", episodes: manyEpisodes(3) });
const explanation = "A wrong corpus";

async function place(): Promise<{ scope: Scope; campaignId: string }> {
  const scope = await database.newProject();
  await ingest(scope, text);
  return { scope, campaignId: (await findCampaign(database.db, scope, "c1"))?.id ?? "" };
}

function ingest({ projectId }: Scope, body: string, replace = false) {
  const source = memorySource("run.jsonl", { "run.jsonl": body });
  return ingestSource({ database, projectId, source, options: {}, replace });
}

type Place = Awaited<ReturnType<typeof place>>;
const hold = ({ scope, campaignId }: Place, act: "held" | "released" = "held", by = ADA) =>
  holdCampaign(database, { ...scope, campaignId, act, by, reason: `${act} for audit 7` });
const remove = ({ scope, campaignId }: Place) =>
  deleteCampaign(database, { ...scope, campaignId, by: BERT, explanation });
const outcome = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: unknown) =>
      error instanceof Error && "code" in error ? String(error.code) : String(error),
  );

describe("a campaign on hold", () => {
  test("A9: is not deleted, and one sentence says by whom, since when and why; released it is", async () => {
    const at = await place();
    await hold(at);
    const [held] = await holdsOf(database.db, at.scope, at.campaignId);
    if (held === undefined) throw new Error("there is no hold");
    await expect(remove(at)).rejects.toMatchObject({
      code: "conflict",
      message: `The campaign "Night" is on hold by Ada since ${instant(held.at)} ("held for audit 7"), so that it is neither deleted nor loses its content until an admin takes the hold off.`,
    });
    expect(await findCampaign(database.db, at.scope, "c1")).not.toBeNull();
    await hold(at, "released", BERT);
    // Nothing was overwritten: the hold still stands there, and that it was taken off.
    const rows = await holdsOf(database.db, at.scope, at.campaignId);
    expect(rows).toMatchObject([
      { no: 2, act: "released", by: "Bert", reason: "released for audit 7" },
      held,
    ]);
    expect(await holdOf(database.db, at.scope, at.campaignId)).toBeNull();
    await remove(at);
    expect(await findDeleted(database.db, at.scope, "c1")).toMatchObject({ deletedBy: "Bert" });
    const told = await database.sql`
      select action, actor_name as by, detail from audit_entries
      where object_id = ${at.campaignId} order by id`;
    expect([...told]).toEqual([
      expect.objectContaining({ action: "import.sealed" }),
      { action: "campaign.held", by: "Ada", detail: { reason: "held for audit 7" } },
      { action: "campaign.released", by: "Bert", detail: { reason: "released for audit 7" } },
      { action: "campaign.deleted", by: "Bert", detail: { name: "Night", reason: explanation } },
    ]);
  });

  test("A9: gives its place to no import", async () => {
    const at = await place();
    await hold(at);
    const next = nativeText({ name: "Next", episodes: manyEpisodes(2) });
    const result = await ingest(at.scope, next, true);
    expect(result).toMatchObject({ state: "refused" });
    expect(result.state === "refused" && result.reason).toMatch(/^The campaign "Night" is on hold/);
    expect(await findCampaign(database.db, at.scope, "c1")).toMatchObject({ name: "Night" });
  });

  test("A6, A9: is kept by the database itself, and its holds are changed by nobody", async () => {
    const at = await place();
    await hold(at);
    await expect(
      database.sql`select delete_campaign(${at.scope.projectId}, ${at.campaignId}, 'deleted', 'x', 'y')`,
    ).rejects.toMatchObject({ code: "55006" });
    for (const statement of [
      "update campaign_holds set act = 'released'",
      "delete from campaign_holds",
      "insert into campaign_holds values (gen_random_uuid(), gen_random_uuid(), 1, 'held', 'x', 'y')",
      "select refuse_held(gen_random_uuid())",
    ])
      await expect(database.sql.unsafe(statement)).rejects.toMatchObject({ code: "42501" });
  });

  test("is held once and released once, and not found in another project or when it is gone", async () => {
    const at = await place();
    const elsewhere = { ...at, scope: await database.newProject() };
    expect(await outcome(hold(at, "released"))).toBe("conflict");
    expect(await outcome(hold(elsewhere))).toBe("not_found");
    const ends = await Promise.all(Array.from({ length: 5 }, () => outcome(hold(at))));
    expect(ends.toSorted((a, b) => a.localeCompare(b))).toEqual([
      ...Array.from({ length: 4 }, () => "conflict"),
      "done",
    ]);
    expect(await holdsOf(database.db, at.scope, at.campaignId)).toHaveLength(1);
    await hold(at, "released");
    await remove(at);
    expect(await outcome(hold(at))).toBe("not_found");
  });
});

describe("a hold and a deletion at once", () => {
  const settled = (work: Promise<unknown>) =>
    Promise.race([
      outcome(work),
      new Promise((resolve) => {
        setTimeout(() => resolve("waits"), 300);
      }),
    ]);
  const how = { reason: "deleted", by: "Bert", explanation } as const;

  test("A9: a hold waits for a deletion that runs, and then finds it gone or taken back", async () => {
    for (const isTakenBack of [false, true]) {
      const at = await place();
      let held: Promise<void> = Promise.resolve();
      const deletion = database.sql.begin(async (tx) => {
        await removeCampaigns(tx, at.scope.projectId, tx`id = ${at.campaignId}`, how);
        held = hold(at);
        held.catch(() => {});
        expect(await settled(held)).toBe("waits");
        if (isTakenBack) throw new Error("taken back");
      });
      expect(await outcome(deletion)).toBe(isTakenBack ? "Error: taken back" : "done");
      expect(await outcome(held)).toBe(isTakenBack ? "done" : "not_found");
    }
  });

  test("A9: a deletion waits for a hold that is being put on, and then finds it or not", async () => {
    for (const isTakenBack of [false, true]) {
      const at = await place();
      let removed: Promise<unknown> = Promise.resolve();
      const holding = database.sql.begin(async (tx) => {
        await tx`select set_hold(${at.scope.projectId}, ${at.campaignId}, 'held', 'audit 7', 'Ada')`;
        removed = remove(at);
        removed.catch(() => {});
        expect(await settled(removed)).toBe("waits");
        if (isTakenBack) throw new Error("taken back");
      });
      expect(await outcome(holding)).toBe(isTakenBack ? "Error: taken back" : "done");
      expect(await outcome(removed)).toBe(isTakenBack ? "done" : "conflict");
    }
  });

  test("waits no longer than ten seconds for the audit log either, and says so", async () => {
    const at = await place();
    const other = await database.owner.reserve();
    await other`begin`;
    await other`select pg_advisory_xact_lock(hashtextextended('aftermath audit', 0))`;
    const began = performance.now();
    await expect(hold(at)).rejects.toMatchObject({
      code: "in_progress",
      message:
        "Another change is being written to the audit log at this moment, so that this one was not made; try again shortly.",
    });
    expect(performance.now() - began).toBeLessThan(15_000);
    await other`commit`;
    other.release();
    expect(await holdOf(database.db, at.scope, at.campaignId)).toBeNull();
    await hold(at);
  }, 30_000);

  test("A9: of both at once exactly one is done", async () => {
    const RACES = 20;
    let [held, gone] = [0, 0];
    for (let race = 0; race < RACES; race += 1) {
      const at = await place();
      const both = race % 2 === 0 ? [hold(at), remove(at)] : [remove(at), hold(at)];
      const ends = await Promise.all(both.map(outcome));
      const [holdEnd, removeEnd] = race % 2 === 0 ? ends : ends.toReversed();
      const isThere = (await findCampaign(database.db, at.scope, "c1")) !== null;
      expect([holdEnd, removeEnd]).toEqual(isThere ? ["done", "conflict"] : ["not_found", "done"]);
      if (isThere) held += 1;
      else gone += 1;
    }
    expect(held + gone).toBe(RACES);
    await figure(
      "A9",
      `a hold forbids deletion and replacement; of ${RACES} holds against deletions at once ${held} held, ${gone} deleted, none both`,
    );
  });
});
