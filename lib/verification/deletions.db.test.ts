import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import { deleteCampaign } from "@/lib/ingest/delete-campaign";
import { deletionWords } from "@/lib/reports/integrity-sentences";
import { figure } from "@/lib/testing/security-figure";
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
    "update deleted_campaigns set root = sha256(root)",
    "delete from deleted_campaigns",
  ]) {
    const kept = await database.owner`select * from deleted_campaigns where id = ${campaignId}`;
    await database.owner.unsafe(`${statement} where id = '${campaignId}'`);
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
    `who, when and why stand in tombstone, log and audit log; ${found} of 5 changes of a tombstone found`,
  );
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
