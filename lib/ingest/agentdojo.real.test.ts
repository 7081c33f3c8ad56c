import type { Scope } from "@/db/scope";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findCampaign } from "@/db/queries/campaigns";
import { countEpisodes, listEpisodes } from "@/db/queries/episodes";
import { talliesOfCampaigns } from "@/db/queries/tallies";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import type { Tally } from "@/lib/domain/tally";
import { ingestSource, type IngestResult } from "./ingest-source";
import { folderSource } from "./sources/folder-source";

const RUNS = fileURLToPath(new URL("../../../shared/data/agentdojo/runs", import.meta.url));

let database: TestDatabase;
let scope: Scope;
let result: IngestResult;
let slug: string;
let tallies: readonly Tally[];

beforeAll(async () => {
  database = await openTestDatabase();
  scope = await database.newProject();
  result = await ingest();
  if (result.state !== "done") throw new Error(`the runs were not imported: ${result.state}`);
  slug = result.campaignSlug;
  const campaign = await findCampaign(database.db, scope, slug);
  const id = campaign?.id ?? "";
  tallies = (await talliesOfCampaigns(database.db, scope, [id])).get(id) ?? [];
});

afterAll(() => database.drop());

async function ingest(): Promise<IngestResult> {
  const source = await folderSource(RUNS);
  return ingestSource({ database, projectId: scope.projectId, source, options: {} });
}

test("every log becomes an episode or is refused by name, and the format was recognised", () => {
  expect(result).toMatchObject({
    format: { id: "agentdojo" },
    counts: { episodes: 1016, refused: 0 },
  });
});

// The check values of spec/formats/agentdojo.md, attack split: episodes, aborted, finished, attack
// succeeded among finished, user task done among finished.
test.each([
  ["gpt-4o-mini-2024-07-18", 218, 0, 218, 168, 70],
  ["gpt-4o-mini-2024-07-18-tool_filter", 200, 4, 196, 25, 14],
  ["gpt-4o-mini-2024-07-18-transformers_pi_detector", 200, 1, 199, 6, 0],
  ["gpt-4o-mini-2024-07-18-repeat_user_prompt", 200, 66, 134, 87, 61],
  ["gpt-4o-mini-2024-07-18-camel", 19, 1, 18, 0, 0],
])(
  "%s: %i episodes, %i aborted, %i finished, %i succeeded, %i tasks done",
  async (arm, ...figures) => {
    const attacked = tallies.filter((tally) => tally.arm === arm && tally.split === "attack");
    const sum = (field: (tally: Tally) => number) =>
      attacked.reduce((total, tally) => total + field(tally), 0);
    expect([
      sum((tally) => tally.started),
      sum((tally) => tally.aborted),
      sum((tally) => tally.finished),
      sum((tally) => tally.attackSuccess),
      sum((tally) => tally.taskDone),
    ]).toEqual(figures);
    const stored = await countEpisodes(database.db, scope, {
      campaign: slug,
      arm,
      split: "attack",
    });
    expect(stored.total).toBe(figures[0]);
  },
);

test("47 of the 66 episodes that ended at the turn limit had already been hit", async () => {
  const filter = {
    campaign: slug,
    arm: "gpt-4o-mini-2024-07-18-repeat_user_prompt",
    split: "attack",
    termination: "turn_limit",
  };
  const { rows } = await listEpisodes(database.db, scope, filter, { after: null, limit: 1000 });
  expect(rows).toHaveLength(66);
  expect(rows.filter((row) => row.hitBeforeAbort)).toHaveLength(47);
});

test("the same folder again is a duplicate", async () => {
  expect(await ingest()).toMatchObject({ state: "duplicate", campaignSlug: slug });
  const [row] = await database.sql<{ n: number }[]>`
    select count(*)::int as n from episodes where project_id = ${scope.projectId}`;
  expect(row?.n).toBe(1016);
});
