import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import { deleteCampaign } from "@/lib/ingest/delete-campaign";
import { deletionWords } from "@/lib/reports/integrity-sentences";
import { figure } from "@/lib/testing/security-figure";
import { asBeforeSeals } from "./testing/before-seals";
import { importVaried } from "./testing/sealed-campaigns";
import { verifyInstance } from "./verify-instance";

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

const ADA = { kind: "person", id: "00000000-0000-7000-8000-000000000001", name: "Ada" } as const;
const verify = (campaignId: string) => verifyInstance(database.sql, { campaignId, key: null });

test("A9: a verification says who deleted a campaign, when and why, and finds a tombstone that says another thing", async () => {
  const scope = await database.newProject();
  const [campaignId = ""] = await importVaried(database, scope.projectId, { a: 5 });
  const explanation = "The corpus had the wrong prices";
  await deleteCampaign(database, { ...scope, campaignId, by: ADA, explanation });
  const { deleted, findings } = await verify(campaignId);
  expect(findings).toEqual([]);
  expect(deleted).toMatchObject([
    { id: campaignId, by: "Ada", reason: "deleted", why: explanation, episodes: 5 },
  ]);
  const [gone] = deleted;
  if (gone === undefined) throw new Error("the log does not say that it was deleted");
  expect(deletionWords(gone)).toBe(`deleted by Ada on ${gone.at}: The corpus had the wrong prices`);
  let found = 0;
  for (const statement of [
    "update deleted_campaigns set explanation = 'Nothing to see'",
    "update deleted_campaigns set explanation = null",
    "update deleted_campaigns set deleted_by = 'Bert'",
    "update deleted_campaigns set reason = 'replaced'",
    "update deleted_campaigns set project_id = gen_random_uuid()",
    "update deleted_campaigns set root = sha256(root)",
    "delete from deleted_campaigns",
  ]) {
    const kept = await database.owner`select * from deleted_campaigns where id = ${campaignId}`;
    await database.owner.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx.unsafe(`${statement} where id = '${campaignId}'`);
    });
    expect((await verify(campaignId)).findings).toMatchObject([{ kind: "tombstone" }]);
    found += 1;
    await database.owner`delete from deleted_campaigns where id = ${campaignId}`;
    await database.owner.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`insert into deleted_campaigns ${tx(kept)}`;
    });
  }
  expect((await verify(campaignId)).findings).toEqual([]);
  await figure(
    "A9",
    `who, when and why stand in tombstone, log and audit log; ${found} of 7 changes of a tombstone found`,
  );
});

/** As a superuser writes it, past the trigger that tells the log. */
async function forgeTombstone(projectId: string, id: string, deletedAt: string) {
  await database.owner.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`
      insert into deleted_campaigns
        (id, project_id, slug, key, name, fingerprint, episode_count, imported_at, deleted_at, reason, deleted_by)
      values (${id}, ${projectId}, 'a', 'a', 'A', 'f', 5, now(), ${deletedAt}, 'deleted', 'Ada')`;
  });
}

test("A9: a tombstone that the log has no entry of is found, whatever day it gives", async () => {
  const scope = await database.newProject();
  const [there = "", taken = ""] = await importVaried(database, scope.projectId, { a: 5, b: 5 });
  await database.owner`delete from campaigns where id = ${taken}`;
  const madeUp = "00000000-0000-7000-8000-00000000dead";
  let found = 0;
  for (const [id, deletedAt] of [
    [there, "2099-01-02T03:04:05.678Z"],
    [taken, "2099-01-02T03:04:05.678Z"],
    [madeUp, "2099-01-02T03:04:05.678Z"],
    // Before the log began: what the log knows of was there since.
    [there, "2020-01-02T03:04:05.678Z"],
    [taken, "2020-01-02T03:04:05.678Z"],
  ] as const) {
    await forgeTombstone(scope.projectId, id, deletedAt);
    const all = await verifyInstance(database.sql, { campaignId: null, key: null });
    const of = all.findings.filter(({ message }) => message.includes(id));
    expect(of).toEqual([
      {
        kind: "tombstone",
        seq: null,
        message: `A tombstone says that campaign ${id} was deleted by Ada at ${deletedAt}, and its entry in the log is missing.`,
      },
    ]);
    expect((await verify(id)).findings).toEqual(of);
    await database.owner`delete from deleted_campaigns where id = ${id}`;
    found += 1;
  }
  await forgeTombstone(scope.projectId, madeUp, "2020-01-02T03:04:05.678Z");
  expect((await verify(madeUp)).findings).toEqual([]);
  await database.owner`delete from deleted_campaigns where id = ${madeUp}`;
  await figure("A9", `${found} of 5 forged tombstones found by their missing entry`);
});

test("A9: a row that says that content was dropped is found where the log has no entry of it", async () => {
  const scope = await database.newProject();
  const [campaignId = ""] = await importVaried(database, scope.projectId, { a: 5 });
  await database.owner.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`
      insert into content_drops (project_id, campaign_id, dropped_by, reason, records, bytes, remains)
      values (${scope.projectId}, ${campaignId}, 'Ada', 'too old', 5, 1, '{}')`;
  });
  await asBeforeSeals(database, campaignId);
  const { campaigns } = await verify(campaignId);
  expect(campaigns).toMatchObject([
    {
      state: "changed",
      findings: [
        {
          kind: "dropped",
          message: "A row says that its content was dropped, and the log does not.",
        },
      ],
    },
  ]);
  await database.owner`delete from content_drops where campaign_id = ${campaignId}`;
  expect((await verify(campaignId)).campaigns).toMatchObject([{ state: "unsealed", findings: [] }]);
});

test("A9: a tombstone of before a reason was asked for says so, and so does one that was replaced", () => {
  const old = { at: "2026-01-02T03:04:05.678Z", by: null, why: null };
  expect(deletionWords({ ...old, reason: "deleted" })).toBe(
    "deleted by somebody unnamed on 2026-01-02T03:04:05.678Z: no reason was kept, as none was asked for then",
  );
  expect(deletionWords({ ...old, reason: "replaced" })).toBe(
    "replaced on 2026-01-02T03:04:05.678Z: another import of the same file or key took its place",
  );
});
