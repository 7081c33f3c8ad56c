import type { Scope } from "@/db/scope";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findCampaign } from "@/db/queries/campaigns";
import { countEpisodes } from "@/db/queries/episodes";
import { talliesOfCampaigns } from "@/db/queries/tallies";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import type { Tally } from "@/lib/domain/tally";
import { mendedDatabase, REAL_NORN } from "@/lib/importers/testing/real-norn";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ingestSource, type IngestResult } from "./ingest-source";
import { openSource } from "./sources/archive-source";

let database: TestDatabase;
let folder: string;
let mended: string;

beforeAll(async () => {
  database = await openTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "norn-ingest-"));
  mended = await mendedDatabase(folder);
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Each import into a project of its own. */
async function ingest(path: string, campaign = "only", scope?: Scope) {
  const project = scope ?? (await database.newProject());
  const source = await openSource(path);
  const result = await ingestSource({
    database,
    projectId: project.projectId,
    source,
    options: { campaign },
  });
  return { result, scope: project };
}

async function attackTallies(scope: Scope, result: IngestResult) {
  if (result.state !== "done") throw new Error(JSON.stringify(result));
  const campaign = await findCampaign(database.db, scope, result.campaignSlug);
  const id = campaign?.id ?? "";
  const tallies = (await talliesOfCampaigns(database.db, scope, [id])).get(id) ?? [];
  const arms: Record<string, number[]> = {};
  const fields: ((tally: Tally) => number)[] = [
    (tally) => tally.started,
    (tally) => tally.aborted,
    (tally) => tally.finished,
    (tally) => tally.attackSuccess,
  ];
  for (const tally of tallies.filter(({ split }) => split === "attack")) {
    const sums = (arms[tally.arm] ??= [0, 0, 0, 0]);
    fields.forEach((field, i) => {
      sums[i] = (sums[i] ?? 0) + field(tally);
    });
  }
  return { arms, state: campaign?.state };
}

describe("what is stored of the samples of Norn", () => {
  // Attacked episodes: started, aborted, finished, attack succeeded.
  it.each([
    ["1", 96, { baseline: [39, 5, 34, 34], hardened: [39, 11, 28, 8] }, "sealed"],
    ["2", 56, { "temperature 0": [18, 2, 16, 0], "temperature 0.7": [18, 5, 13, 0] }, "sealed"],
    ["3", 14, { default: [12, 12, 0, 0] }, "interrupted"],
  ])("campaign %s of the database", async (campaign, episodes, arms, state) => {
    const { result, scope } = await ingest(mended, campaign);
    expect(result).toMatchObject({ format: { id: "norn" }, counts: { episodes, refused: 0 } });
    expect(await attackTallies(scope, result)).toEqual({ arms, state });
    const slug = result.state === "done" ? result.campaignSlug : "";
    expect((await countEpisodes(database.db, scope, { campaign: slug })).total).toBe(episodes);
  });

  it.each([
    ["1", 96, { baseline: [39, 5, 34, 34], hardened: [39, 11, 28, 8] }],
    ["2", 56, { "temperature 0": [18, 0, 18, 0], "temperature 0.7": [18, 1, 17, 0] }],
    ["3", 14, { default: [12, 12, 0, 0] }],
  ])("campaign_%s.json", async (id, episodes, arms) => {
    const { result, scope } = await ingest(join(REAL_NORN, `campaign_${id}.json`));
    expect(result).toMatchObject({ format: { id: "norn" }, counts: { episodes, refused: 0 } });
    expect((await attackTallies(scope, result)).arms).toEqual(arms);
  });

  it("the unversioned database", async () => {
    const { result, scope } = await ingest(join(REAL_NORN, "norn_v1_unversioned.db"));
    expect((await attackTallies(scope, result)).arms).toEqual({ default: [1, 0, 1, 0] });
    const again = await ingest(join(REAL_NORN, "norn_v1_unversioned.db"), "only", scope);
    expect(again.result.state).toBe("duplicate");
  });

  it("two campaigns of one database are two campaigns, each the same again", async () => {
    const first = await ingest(mended, "1");
    const second = await ingest(mended, "2", first.scope);
    expect([first.result.state, second.result.state]).toEqual(["done", "done"]);
    const again = await ingest(mended, "2", first.scope);
    expect(again.result.state).toBe("duplicate");
    const rows = await database.sql<{ episodes: number; prints: number }[]>`
      select episode_count as episodes, count(*) over ()::int as prints from campaigns
      where project_id = ${first.scope.projectId} order by 1 desc`;
    expect(rows.map((row) => [row.episodes, row.prints])).toEqual([
      [96, 2],
      [56, 2],
    ]);
  });

  it.each([
    ["the damaged database", "norn.db", "1", "36 bytes are missing at its end"],
    ["a planned campaign", "campaign_4.json", "only", "no episode was found"],
    ["a folder of four campaigns", ".", "only", "It holds 4 campaigns"],
  ])("nothing of %s, with the reason", async (_what, name, campaign, reason) => {
    const { result, scope } = await ingest(join(REAL_NORN, name), campaign);
    expect(result).toMatchObject({ state: "refused" });
    expect(result.state === "refused" ? result.reason : "").toContain(reason);
    const [row] = await database.sql<{ n: number }[]>`
      select count(*)::int as n from campaigns where project_id = ${scope.projectId}`;
    expect(row?.n).toBe(0);
  });
});
