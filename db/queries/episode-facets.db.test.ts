import { scopeIn, type Scope } from "@/db/scope";
import { readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ensureProject } from "@/db/queries/projects";
import { episodeRows } from "@/db/schema/episode-rows";
import { seedExample } from "@/db/seed/seed-example";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import { whereEpisodes, type EpisodeFilter } from "./episode-filter";
import { episodeFacets } from "./episode-facets";
import { neighbours } from "./episode-neighbours";
import { listEpisodes } from "./episodes";
import { FACET_NAMES } from "./facet-sums";

let database: TestDatabase;
let scope: Scope;
const PATIENT = { episodes: 1e9, ms: Infinity };

beforeAll(async () => {
  database = await openTestDatabase();
  await seedExample(database);
  scope = scopeIn((await ensureProject(database.db, "support-agent", "")).id);
});

afterAll(() => database.drop());

/** Every episode looked at, without any count that was written at import. */
async function countOneByOne(filter: EpisodeFilter): Promise<number> {
  const [row] = await database.db
    .select({ count: sql<number>`count(*)::int` })
    .from(episodeRows)
    .where(whereEpisodes(database.db, scope, filter));
  return row?.count ?? 0;
}

const FILTERS: EpisodeFilter[] = [
  {},
  { campaign: "nightly-2" },
  { arm: "guardrail-on", termClass: "finished" },
  { attack: "note-then-mail" },
  { attack: "note-then-mail", tool: "send_email" },
  { tool: "send_email", decision: "allow" },
  { marker: "arguments" },
  { outcome: "attack_success", split: "attack" },
  { termination: "agent_refused" },
  { alarm: false, decision: "deny", marker: "arguments" },
  { case: "inbox-account-code-01" },
  { text: "crm-note", tool: "send_email" },
];

describe("counts", () => {
  test.each(FILTERS)("of %j are what counting one by one gives, each facet too", async (filter) => {
    const found = await episodeFacets(database.db, scope, filter, PATIENT);
    expect(found).toMatchObject({ total: await countOneByOne(filter), exact: true });
    expect(found.total).toBeGreaterThan(0);
    for (const name of FACET_NAMES) {
      if (filter[name] !== undefined) expect(found.facets[name]).toBeUndefined();
      for (const { value, count } of found.facets[name] ?? []) {
        const narrowed = name === "alarm" ? { alarm: value === "yes" } : { [name]: value };
        expect([name, value, count]).toEqual([
          name,
          value,
          await countOneByOne({ ...filter, ...narrowed }),
        ]);
      }
    }
  });

  test("name every value that occurs, most first", async () => {
    const { facets } = await episodeFacets(database.db, scope, {});
    expect(facets.arm).toEqual([
      { value: "guardrail-on", count: 168 },
      { value: "guardrail-off", count: 84 },
    ]);
    expect(facets.alarm).toEqual([{ value: "no", count: 252 }]);
    const [{ tools }] = await database.sql<[{ tools: string[] }]>`
      select array_agg(distinct tool order by tool) as tools from calls`;
    expect(facets.tool?.map(({ value }) => value).toSorted()).toEqual(tools);
    const marked = facets.marker?.map(({ value }) => value) ?? [];
    expect(marked).toContain("arguments");
  });

  test("end at the bound and say so", async () => {
    const filter = { text: "inbox" };
    const whole = await episodeFacets(database.db, scope, filter, PATIENT);
    const some = await episodeFacets(database.db, scope, filter, { episodes: 10, ms: Infinity });
    expect(whole).toMatchObject({ exact: true, searched: { episodes: 252, of: 252 } });
    expect(some).toMatchObject({ exact: false, searched: { episodes: 42, of: 252 } });
    expect(some.total).toBe(whole.total / 6);
  });
});

test("campaigns from before the migration get the same counts from it", async () => {
  const { sql: client } = database;
  const rows = () => client`
    select campaign_id, level, arm, split, termination, outcome, alarm, attack, tool, decision, marker, episodes
    from facet_counts order by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11`;
  const written = await rows();
  expect(written.length).toBeGreaterThan(100);
  const migration = readFileSync("drizzle/0003_episode_search.sql", "utf8");
  const statements = migration.split("--> statement-breakpoint");
  const filling = statements.filter((one) => one.includes("INSERT INTO"));
  expect(filling).toHaveLength(2);
  await database.owner.begin(async (tx) => {
    await tx`delete from facet_counts`;
    await tx`delete from episode_texts`;
    for (const one of filling) await tx.unsafe(one);
  });
  expect(await rows()).toEqual(written);
  const found = await episodeFacets(database.db, scope, { text: "CRM-note" }, PATIENT);
  expect(found.total).toBe(18);
});

describe("a search that runs out of time", () => {
  const filter = { text: "crm-note" };
  const placeOf = (row: { campaignSlug: string; seq: number }) => `${row.campaignSlug}.${row.seq}`;

  test("goes on from its cursor and misses nothing", async () => {
    const whole = await listEpisodes(database.db, scope, filter, { after: null, limit: 1000 });
    const seen: string[] = [];
    const searched: number[] = [];
    for (let after: string | null = null; ;) {
      const page: Awaited<ReturnType<typeof listEpisodes>> = await listEpisodes(
        database.db,
        scope,
        filter,
        { after, limit: 1000, ms: 0 },
      );
      seen.push(...page.rows.map(placeOf));
      searched.push(page.searched.episodes);
      after = page.next;
      if (after === null) break;
    }
    expect(seen).toEqual(whole.rows.map(placeOf));
    expect(searched).toEqual([42, 84, 126, 168, 210, 252]);
  });

  test("leaves a position that it did not count open", async () => {
    const [first] = (await listEpisodes(database.db, scope, filter, { after: null, limit: 1 }))
      .rows;
    if (first === undefined) throw new Error("the example is missing");
    const place = await neighbours(database.db, scope, filter, first.campaignSlug, first.seq);
    expect(place).toMatchObject({ position: null, previous: null, looked: true });
  });
});
