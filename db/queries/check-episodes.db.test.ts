import type { Scope } from "@/db/scope";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findCampaign } from "@/db/queries/campaigns";
import { checkedEpisodes, shortCases } from "@/db/queries/check-episodes";
import { findingsOfArms } from "@/db/queries/check-findings";
import { annotations } from "@/db/schema/annotations";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import type { MeterCheckName } from "@/lib/domain/meter-check";
import { aftermath } from "@/lib/importers/aftermath";
import { memorySource } from "@/lib/importers/memory-source";
import { ingestSource } from "@/lib/ingest/ingest-source";
import { nativeText } from "@/lib/ingest/testing/native-text";

let database: TestDatabase;
let scope: Scope;
let campaignId: string;
let duplicates: number | undefined;

const marker = { planted: true, witnessed: true };
const bare = { tool: "send_email", executed: true };
const sent = { ...bare, authorised: false, marker: { inArguments: true } };
const retryPolicy = { maxRetries: 1, on: ["provider_error" as const] };

beforeAll(async () => {
  database = await openTestDatabase();
  scope = await database.newProject();
  const text = nativeText({
    episodes: [
      { marker, attackerAction: true, calls: [sent] },
      {
        marker,
        replica: 2,
        attackerAction: false,
        taskCompleted: true,
        calls: [{ ...sent, executed: false, decision: { outcome: "deny" } }],
      },
      { replica: 3, injectionReached: false },
      { marker, replica: 4, calls: [bare, { tool: "look", executed: true }] },
      { marker, replica: 5, termination: "turn_limit", attackerAction: true, calls: [sent] },
      {
        marker,
        replica: 6,
        attempts: [
          { termination: "tool_error" },
          { termination: "provider_error" },
          { termination: "task_done" },
        ],
      },
      {
        marker,
        replica: 7,
        terminationSource: "inferred",
        attackerAction: false,
        taskCompleted: true,
        calls: [{ ...sent, decision: { outcome: "deny" } }],
      },
      { marker, replica: 7 },
    ],
  });
  const source = memorySource("run.jsonl", { "run.jsonl": text });
  await ingestSource({
    database,
    projectId: scope.projectId,
    importer: aftermath,
    options: {},
    source,
  });
  const campaign = await findCampaign(database.db, scope, "c1");
  campaignId = campaign?.id ?? "";
  duplicates = campaign?.import?.duplicates;
});

afterAll(() => database.drop());

async function named(check: MeterCheckName, after = 0, limit = 100): Promise<number[]> {
  const page = { check, armKey: "on", retryPolicy, after, limit };
  return (await checkedEpisodes(database.db, scope, campaignId, page)).map(({ seq }) => seq);
}

describe("the episodes that a check names", () => {
  it.each<[MeterCheckName, number[]]>([
    ["hit_before_abort", [5]],
    ["not_weighable", [3]],
    ["unattributed", [4]],
    ["unknown_tools", [4]],
    ["replicas_disagree", [1, 2, 3, 4, 5, 6, 7]],
    ["retry_reason", [6]],
    ["retry_count", [6]],
    ["inferred_ending", [7]],
    ["not_reached", [3]],
    ["denied_and_executed", [7]],
    ["disputed", []],
    ["planned_missing", []],
    ["idle_roles", []],
  ])("%s", async (check, expected) => {
    expect(await named(check)).toEqual(expected);
  });

  it("come page by page", async () => {
    expect(await named("replicas_disagree", 2, 2)).toEqual([3, 4]);
  });

  it("are none in another project or another arm", async () => {
    const page = { check: "not_reached" as const, armKey: "on", retryPolicy, after: 0, limit: 9 };
    const other = await database.newProject();
    expect(await checkedEpisodes(database.db, other, campaignId, page)).toEqual([]);
    expect(
      await checkedEpisodes(database.db, scope, campaignId, { ...page, armKey: "off" }),
    ).toEqual([]);
  });
});

describe("the findings of an arm", () => {
  const look = { alarms: true, retries: true };

  it("count alarms by kind, retries by policy, and what is refused as double", async () => {
    const found = await findingsOfArms(database.db, scope, campaignId, { retryPolicy, look });
    expect(found.get("on")).toMatchObject({
      alarms: { denied_and_executed: 1 },
      retryReason: 1,
      retryCount: 1,
      disputed: 0,
    });
    expect(duplicates).toBe(1);
  });

  it("are not looked for where the tallies let nothing expect", async () => {
    const quiet = { retryPolicy, look: { alarms: false, retries: false } };
    const found = await findingsOfArms(database.db, scope, campaignId, quiet);
    expect(found.get("on")).toEqual({ alarms: {}, retryReason: 0, retryCount: 0, disputed: 0 });
  });

  it("count a dispute until a resolution names it", async () => {
    const row = { ...scope, campaignId, episodeSeq: 2, author: "a", text: "t" };
    const [dispute] = await database.db
      .insert(annotations)
      .values({ ...row, kind: "dispute" })
      .returning({ id: annotations.id });
    const disputed = async () => {
      const found = await findingsOfArms(database.db, scope, campaignId, { retryPolicy, look });
      return [found.get("on")?.disputed, await named("disputed")];
    };
    expect(await disputed()).toEqual([1, [2]]);
    await database.db
      .insert(annotations)
      .values({ ...row, kind: "resolution", resolves: dispute?.id ?? "" });
    expect(await disputed()).toEqual([0, []]);
  });
});

it("lists the cases that have fewer episodes than planned, also none", async () => {
  const of = { armKey: "on", planned: 8, limit: 10 };
  expect(await shortCases(database.db, scope, campaignId, of)).toEqual([
    { caseKey: "k1", started: 7 },
    { caseKey: "k2", started: 0 },
  ]);
  expect(
    await shortCases(database.db, scope, campaignId, { ...of, armKey: "off", planned: 1 }),
  ).toEqual([
    { caseKey: "k1", started: 0 },
    { caseKey: "k2", started: 0 },
  ]);
});
