import { afterAll, beforeAll, expect, it } from "vitest";
import { findCampaign } from "@/db/queries/campaigns";
import { findProject, type OpenProject } from "@/db/queries/projects";
import { opened } from "@/db/scope";
import { EXAMPLE_PROJECT } from "@/db/seed/scenarios/four-campaigns";
import { seedExample } from "@/db/seed/seed-example";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import { SYSTEM } from "@/lib/domain/actor";
import { deleteCampaign } from "@/lib/ingest/delete-campaign";
import { missingArms } from "./missing-arms";

let database: TestDatabase;
let project: OpenProject;

beforeAll(async () => {
  database = await openTestDatabase();
  await seedExample(database);
  const found = await findProject(database.db, EXAMPLE_PROJECT.slug);
  if (found === null) throw new Error("no example");
  project = opened(found);
});
afterAll(() => database.drop());

it("says of each arm that is not there why, in the order of the address, and of each once", async () => {
  const campaign = await findCampaign(database.db, project.scope, "nightly-2");
  await deleteCampaign(database, {
    ...project.scope,
    by: SYSTEM,
    campaignId: campaign?.id ?? "",
    explanation: "A rehearsal",
  });
  const query = {
    baseline: ["nightly-3/guardrail-off", "nightly-3/never"],
    candidate: ["nightly-2/guardrail-off", "gone/on", "nul\0/on"],
    also: ["gone/on"],
  };
  const found = [{ reference: "nightly-3/guardrail-off" }];
  expect(await missingArms(database.db, project, query, found)).toMatchObject([
    { reference: "nightly-3/never", because: "arm", campaign: "nightly-3" },
    {
      reference: "nightly-2/guardrail-off",
      because: "deleted",
      tombstone: { name: "nightly-2", reason: "deleted" },
    },
    { reference: "gone/on", slug: "gone", because: "never" },
    { reference: "nul\0/on", because: "never" },
  ]);
});

it("is silent where every arm is there", async () => {
  const query = { baseline: ["nightly-3/guardrail-off"], candidate: [], also: [] };
  const found = [{ reference: "nightly-3/guardrail-off" }];
  expect(await missingArms(database.db, project, query, found)).toEqual([]);
});
