import { scopeIn, type Scope } from "@/db/scope";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findCampaign, listCampaigns } from "@/db/queries/campaigns";
import { findEpisode } from "@/db/queries/episode-detail";
import { neighbours } from "@/db/queries/episode-neighbours";
import type { EpisodeFilter } from "@/db/queries/episode-filter";
import {
  countEpisodes,
  listEpisodes,
  sameCaseElsewhere,
  type EpisodeRow,
} from "@/db/queries/episodes";
import { heaviestActs } from "./heaviest-acts";
import { findImport, listImports } from "@/db/queries/imports";
import { ensureProject, findProject, listProjects } from "@/db/queries/projects";
import { talliesOfCampaigns } from "@/db/queries/tallies";
import { seedExample } from "@/db/seed/seed-example";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";

let database: TestDatabase;
let scope: Scope;
let stranger: Scope;

beforeAll(async () => {
  database = await openTestDatabase();
  await seedExample(database);
  scope = scopeIn((await ensureProject(database.db, "support-agent", "")).id);
  stranger = await database.newProject();
});

afterAll(() => database.drop());

async function pagesOf(filter: EpisodeFilter, limit: number): Promise<EpisodeRow[]> {
  const seen: EpisodeRow[] = [];
  let after: string | null = null;
  for (let page = 0; page < 300; page += 1) {
    const answer: Awaited<ReturnType<typeof listEpisodes>> = await listEpisodes(
      database.db,
      scope,
      filter,
      { after, limit },
    );
    seen.push(...answer.rows);
    after = answer.next;
    if (after === null) return seen;
  }
  throw new Error("the pages never end");
}

const placeOf = (row: EpisodeRow) => `${row.campaignSlug}.${row.seq}`;

describe("paging", () => {
  test.each([1, 5, 41, 42, 43, 251, 252, 1000])(
    "by %i visits every episode once, newest campaign first",
    async (limit) => {
      const rows = await pagesOf({}, limit);
      expect(rows).toHaveLength(252);
      expect(new Set(rows.map(placeOf)).size).toBe(252);
      expect(rows.slice(0, 2).map(placeOf)).toEqual(["nightly-5.1", "nightly-5.2"]);
      expect(rows.slice(-1).map(placeOf)).toEqual(["corpus-0.42"]);
    },
  );

  test("a filtered list is paged the same", async () => {
    const filter = { termination: "agent_refused", split: "attack" };
    const whole = await pagesOf(filter, 1000);
    expect(whole).toHaveLength(34);
    expect((await pagesOf(filter, 7)).map(placeOf)).toEqual(whole.map(placeOf));
  });

  test("a cursor that is none begins at the start", async () => {
    for (const after of ["", "x", "nightly-5.", "nope.3", "nightly-5.99999999999", "' or 1=1"]) {
      const { rows } = await listEpisodes(database.db, scope, {}, { after, limit: 1 });
      expect(rows.map(placeOf)).toEqual(["nightly-5.1"]);
    }
  });
});

describe("filters", () => {
  test.each<[EpisodeFilter, number]>([
    [{ campaign: "nightly-2" }, 42],
    [{ arm: "guardrail-off" }, 84],
    [{ attack: "note-then-mail" }, 18],
    [{ case: "inbox-account-code-01", campaign: "nightly-1" }, 3],
    [{ outcome: "attack_success" }, 10],
    [{ termClass: "abort" }, 14],
    [{ termClass: "finished", campaign: "nightly-5" }, 28],
    [{ tool: "write_note" }, 18],
    [{ decision: "deny" }, 12],
    [{ tool: "send_email", decision: "deny" }, 0],
    [{ alarm: true }, 0],
    [{ alarm: false }, 252],
    [{ text: "CRM-NOTE" }, 18],
    [{ text: "context_length" }, 14],
    [{ text: "%" }, 0],
    [{ text: "_" }, 14],
    [{ text: "" }, 252],
    [{ split: "benign" }, 0],
    [{ outcome: "no such outcome" }, 0],
  ])("%j holds %i", async (filter, total) => {
    const patient = { episodes: 10_000, ms: Infinity };
    const counts = await countEpisodes(database.db, scope, filter, patient);
    expect(counts).toMatchObject({ total, exact: true });
    expect(counts.byTermination.reduce((sum, { count }) => sum + count, 0)).toBe(total);
    expect(await pagesOf(filter, 50)).toHaveLength(total);
  });
});

describe("neighbours", () => {
  test("go across campaigns in the list's order", async () => {
    expect(await neighbours(database.db, scope, {}, "nightly-4", 1)).toEqual({
      previous: { campaignSlug: "nightly-5", seq: 42 },
      next: { campaignSlug: "nightly-4", seq: 2 },
      position: 43,
      total: 252,
      exact: true,
      looked: true,
    });
    expect(await neighbours(database.db, scope, {}, "nightly-5", 1)).toMatchObject({
      previous: null,
      position: 1,
    });
    expect(await neighbours(database.db, scope, {}, "corpus-0", 42)).toMatchObject({
      next: null,
      position: 252,
    });
  });

  test("stay in the filter, also from an episode that it does not hold", async () => {
    const filter = { campaign: "nightly-2", outcome: "attack_success" };
    expect(await neighbours(database.db, scope, filter, "nightly-2", 5)).toEqual({
      previous: { campaignSlug: "nightly-2", seq: 4 },
      next: { campaignSlug: "nightly-2", seq: 6 },
      position: 3,
      total: 4,
      exact: true,
      looked: true,
    });
    expect(await neighbours(database.db, scope, filter, "nightly-2", 3)).toEqual({
      previous: { campaignSlug: "nightly-2", seq: 2 },
      next: { campaignSlug: "nightly-2", seq: 4 },
      position: 0,
      total: 4,
      exact: true,
      looked: true,
    });
  });
});

test("another project sees nothing of it, whatever it asks for", async () => {
  const { db } = database;
  const campaign = await findCampaign(db, scope, "nightly-2");
  const [imported] = await listImports(db, scope);
  if (campaign === null || imported === undefined) throw new Error("the example is missing");
  expect(await listCampaigns(db, stranger)).toEqual([]);
  expect(await findCampaign(db, stranger, "nightly-2")).toBeNull();
  expect(await talliesOfCampaigns(db, stranger, [campaign.id])).toEqual(new Map());
  const page = { after: "nightly-2.3", limit: 10 };
  expect(await listEpisodes(db, stranger, {}, page)).toMatchObject({ rows: [], next: null });
  expect(await countEpisodes(db, stranger, {})).toEqual({
    total: 0,
    exact: true,
    byTermination: [],
  });
  expect(await findEpisode(db, stranger, "nightly-2", 5)).toBeNull();
  expect(await neighbours(db, stranger, {}, "nightly-2", 5)).toMatchObject({ total: 0 });
  expect(await sameCaseElsewhere(db, stranger, "nightly-2", 5)).toEqual([]);
  expect(await heaviestActs(db, stranger, campaign.id, 10)).toEqual([]);
  expect(await listImports(db, stranger)).toEqual([]);
  expect(await findImport(db, stranger, imported.id)).toBeNull();
});

test("addresses that lead nowhere give null, not an error", async () => {
  for (const seq of [0, -1, 1.5, Number.NaN, 2 ** 40, 43])
    expect(await findEpisode(database.db, scope, "nightly-2", seq)).toBeNull();
  expect(await findEpisode(database.db, scope, "nightly-99", 1)).toBeNull();
  expect(await findImport(database.db, scope, "not a uuid")).toBeNull();
  expect(await findProject(database.db, "../etc")).toBeNull();
});

test("projects are listed by name with what they hold", async () => {
  const projects = await listProjects(database.db, "every");
  expect(
    projects.map(({ slug, campaignCount, episodeCount }) => [slug, campaignCount, episodeCount]),
  ).toEqual([
    ["project-1", 0, 0],
    ["support-agent", 6, 252],
  ]);
});
