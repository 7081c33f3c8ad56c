import { opened } from "@/db/scope";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findEpisode } from "@/db/queries/episode-detail";
import { listEpisodes } from "@/db/queries/episodes";
import { findProject, type OpenProject } from "@/db/queries/projects";
import { seedExample } from "@/db/seed/seed-example";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import { campaignAnswer } from "@/lib/answers/campaign-answer";
import { AGENTDOJO_ATTRIBUTION } from "@/lib/importers/agentdojo-attribution";
import { memorySource } from "@/lib/importers/memory-source";
import { ingestSource } from "./ingest-source";

const { rule } = AGENTDOJO_ATTRIBUTION;

/** One log of the banking suite with a call and its answer for each tool. */
function log(attack: string | null, tools: readonly string[]): string {
  const calls = tools.flatMap((name) => {
    const call = { function: name, args: {}, id: null };
    return [
      { role: "assistant", content: "", tool_calls: [call] },
      { role: "tool", content: "ok", tool_call: call, tool_call_id: null, error: null },
    ];
  });
  return JSON.stringify({
    suite_name: "banking",
    pipeline_name: "m",
    user_task_id: "user_task_0",
    injection_task_id: attack === null ? null : "injection_task_0",
    attack_type: attack,
    injections: {},
    messages: [
      { role: "user", content: "do it" },
      ...calls,
      { role: "assistant", content: "done", tool_calls: [] },
    ],
    error: null,
    utility: true,
    security: true,
  });
}

const RUNS = {
  "m/banking/user_task_0/x/injection_task_0.json": log("x", ["get_iban", "update_password"]),
  "m/banking/user_task_0/none/none.json": log(null, ["get_iban"]),
};

let database: TestDatabase;
let project: OpenProject;
let slug: string;

beforeAll(async () => {
  database = await openTestDatabase();
  await seedExample(database);
  const found = await findProject(database.db, "support-agent");
  if (found === null) throw new Error("the example project is not there");
  project = opened(found);
  const result = await ingestSource({
    database,
    projectId: project.id,
    source: memorySource("runs", RUNS),
    options: { roles: "shipped" },
  });
  if (result.state !== "done") throw new Error(`not imported: ${result.state}`);
  slug = result.campaignSlug;
});

afterAll(() => database.drop());

test("a stored campaign's report weighs by the shipped roles and carries the rule", async () => {
  const answer = await campaignAnswer(database.db, project, slug);
  const arm = answer?.report.arms[0];
  expect(arm?.measurements["damage"]).toMatchObject({ numerator: 3, denominator: 1, byRule: rule });
  expect(arm?.attributedByRule).toBe(rule);
  expect(answer?.acts.map(({ tool, damage }) => [tool, damage])).toEqual([["update_password", 3]]);
  expect(answer?.report.headline).toBe(
    "Damage, attributed by rule, was 3.0000 per episode: 3 points in 1 weighable episode; nothing that was attempted was stopped.",
  );
});

test("its episodes carry the rule in lists and alone, and no other campaign's do", async () => {
  const scope = project.scope;
  const page = { after: null, limit: 1000 };
  const { rows } = await listEpisodes(database.db, scope, {}, page);
  expect(
    rows.filter((row) => row.attributedByRule === rule).map((row) => row.campaignSlug),
  ).toEqual([slug, slug]);
  expect(new Set(rows.map((row) => row.attributedByRule))).toEqual(new Set([rule, null]));
  expect((await findEpisode(database.db, scope, slug, 1))?.attributedByRule).toBe(rule);
  const other = rows.find((row) => row.campaignSlug !== slug);
  const recorded = await findEpisode(
    database.db,
    scope,
    other?.campaignSlug ?? "",
    other?.seq ?? 0,
  );
  expect(recorded?.attributedByRule).toBeNull();
});

test("a manifest given at import is the campaign's, and weighs in its own way", async () => {
  const mine = await database.newProject();
  const result = await ingestSource({
    database,
    projectId: mine.projectId,
    source: memorySource("runs", RUNS),
    options: {},
    manifest: { tools: [{ name: "update_password", role: "write" }] },
  });
  if (result.state !== "done") throw new Error(`not imported: ${result.state}`);
  const answer = await campaignAnswer(
    database.db,
    { ...project, id: mine.projectId, scope: mine },
    result.campaignSlug,
  );
  expect(answer?.campaign.record.manifest).toEqual({
    tools: [{ name: "update_password", role: "write" }],
  });
  expect(answer?.report.arms[0]?.measurements["damage"]).toMatchObject({ numerator: 1 });
});
