import { opened } from "@/db/scope";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listAttackTags } from "@/db/queries/attack-tags";
import { findCampaign } from "@/db/queries/campaigns";
import { changePolicy } from "@/db/queries/policies";
import { findProject } from "@/db/queries/projects";
import { seedIfEmpty } from "@/db/seed/seed-if-empty";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import { SYSTEM } from "@/lib/domain/actor";
import { deleteCampaign } from "@/lib/ingest/delete-campaign";
import { makeAttackMatrix } from "@/lib/reports/make-attack-matrix";
import { makeHistoryReport } from "@/lib/reports/make-history-report";
import { armsOfProject, withTallies } from "./arms-of-project";
import { attacksAnswer } from "./attacks-answer";
import { attacksQuery } from "./attacks-query";
import { historyAnswer } from "./history-answer";

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
  await seedIfEmpty(database.sql, { log: () => {} });
});

afterAll(() => database.drop());

async function projectNow() {
  const project = await findProject(database.db, "support-agent");
  if (project === null) throw new Error("the example project is missing");
  return opened(project);
}

/** The same from tallies, without anything kept. */
async function anew() {
  const { db } = database;
  const project = await projectNow();
  const arms = await armsOfProject(db, project);
  const inputs = [...(await withTallies(db, project, arms)).values()];
  const tags = await listAttackTags(db, project.scope);
  const matrixInputs = arms.flatMap(({ campaign }, at) => {
    const input = inputs[at];
    const declared = new Map(
      tags
        .filter(({ campaignId }) => campaignId === campaign.id)
        .map(({ key, family, owasp, atlas }) => [key, { family, owasp, atlas }]),
    );
    return input === undefined ? [] : [{ ...input, declared }];
  });
  return {
    history: makeHistoryReport(inputs, project.policy),
    matrix: makeAttackMatrix(matrixInputs, project.policy),
  };
}

async function answered() {
  const project = await projectNow();
  return {
    history: await historyAnswer(database.db, project),
    matrix: (await attacksAnswer(database.db, project, attacksQuery({}))).matrix,
  };
}

test("what is kept is what tallies give, the first time and again", async () => {
  const expected = await anew();
  expect(await answered()).toEqual(expected);
  expect(await answered()).toEqual(expected);
  expect(expected.history.rows).toHaveLength(6);
  expect(expected.matrix.rows).toHaveLength(14);
});

test("another policy is answered by its own figures", async () => {
  const project = await projectNow();
  const { version: from, ...settings } = project.policy;
  const change = { from, settings: { ...settings, confidence: 0.8 }, by: "Ada", reason: "a test" };
  await changePolicy(database.db, project.scope, change);
  const now = await answered();
  expect(now).toEqual(await anew());
  expect(now.history.rows[0]?.arm.measurements["asr"]).toMatchObject({ interval: { level: 0.8 } });
});

test("a deleted campaign is gone from both, and what followed it follows the one before", async () => {
  const project = await projectNow();
  const scope = project.scope;
  const campaign = await findCampaign(database.db, scope, "nightly-1");
  await deleteCampaign(database, {
    ...scope,
    by: SYSTEM,
    campaignId: campaign?.id ?? "",
    explanation: "A wrong corpus",
  });
  const now = await answered();
  expect(now).toEqual(await anew());
  expect(now.history.rows.map(({ arm }) => arm.arm.campaignSlug)).not.toContain("nightly-1");
  const nightly4 = now.matrix.columns.find(({ arm }) => arm.campaignSlug === "nightly-4");
  expect(nightly4?.against).toMatchObject({ state: "shut", arm: { campaignSlug: "corpus-0" } });
});
