import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addAnnotation } from "@/db/queries/annotations";
import { findCampaign } from "@/db/queries/campaigns";
import { talliesOfCampaigns } from "@/db/queries/tallies";
import { seedExample } from "@/db/seed/seed-example";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import { figure } from "@/lib/testing/security-figure";
import { importVaried } from "./testing/sealed-campaigns";
import { verifyInstance } from "./verify-instance";

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
});

afterAll(() => database.drop());

const recomputed = () =>
  verifyInstance(database.sql, { campaignId: null, key: null, recompute: true });

describe("figures", () => {
  test("A7: follow from the stored records, every tally and every count", async () => {
    await seedExample(database);
    const { projectId } = await database.newProject();
    await importVaried(database, projectId, { a: 60 });
    const { campaigns, findings } = await recomputed();
    expect(findings).toEqual([]);
    expect(campaigns.map(({ state, findings: wrong }) => [state, wrong])).toEqual(
      campaigns.map(() => ["proven", []]),
    );
    const [counted] = await database.sql<{ tallies: number; counts: number }[]>`
      select (select count(*) from tallies)::int as tallies, (select count(*) from facet_counts)::int as counts`;
    expect(counted?.tallies).toBeGreaterThan(10);
    await figure(
      "A7",
      `0 drift: ${counted?.tallies} tallies and ${counted?.counts} counts of ${campaigns.length} campaigns recomputed from their records`,
    );
  });

  test("A7: that do not follow are found, though the seal were made to fit", async () => {
    await database.owner`
      update tallies set body = jsonb_set(body, '{damage}', '99') where arm_no = 1 and case_no = 1`;
    const { campaigns } = await recomputed();
    const kinds = campaigns.map(({ findings }) => findings.map(({ kind }) => kind));
    expect(kinds.every((found) => found.includes("figures"))).toBe(true);
  });
});

test("A7: a dispute is a row of its own, and neither the outcome nor a rate is another", async () => {
  const scope = await database.newProject();
  const [campaignId = ""] = await importVaried(database, scope.projectId, { b: 12 });
  const campaign = await findCampaign(database.db, scope, "b");
  const before = await talliesOfCampaigns(database.db, scope, [campaignId]);
  const [was] =
    await database.sql`select * from episodes where campaign_id = ${campaignId} and seq = 2`;
  await addAnnotation(
    database.db,
    scope,
    { campaignId: campaign?.id ?? "", seq: 2 },
    {
      kind: "dispute",
      author: "Ada",
      text: "no",
      outcome: "undetermined",
      resolves: null,
      callNo: null,
    },
  );
  const [is] =
    await database.sql`select * from episodes where campaign_id = ${campaignId} and seq = 2`;
  expect(is).toEqual(was);
  expect(await talliesOfCampaigns(database.db, scope, [campaignId])).toEqual(before);
  const notes = await database.sql<{ seq: number; author: string; at: string | null }[]>`
    select episode_seq as seq, author, created_at as at from annotations where campaign_id = ${campaignId}`;
  expect(notes).toMatchObject([{ seq: 2, author: "Ada" }]);
  const { campaigns } = await verifyInstance(database.sql, { campaignId, key: null });
  expect(campaigns.map(({ state }) => state)).toEqual(["proven"]);
});
