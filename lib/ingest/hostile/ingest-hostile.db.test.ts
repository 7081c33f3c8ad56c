import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import type { Source } from "@/lib/importers/importer";
import { figure } from "@/lib/testing/security-figure";
import { ingestSource, type IngestResult } from "../ingest-source";
import { openSource } from "../sources/archive-source";
import { CONTAINER_CASES } from "./testing/container-cases";
import { FOREIGN_CASES } from "./testing/foreign-cases";
import { NATIVE_CASES } from "./testing/native-cases";
import type { HostileCase } from "./testing/hostile-case";
import { outcomeOf } from "./testing/outcome";

const CASES: readonly HostileCase[] = [...NATIVE_CASES, ...FOREIGN_CASES, ...CONTAINER_CASES];

let database: TestDatabase;
let disk: string;

beforeAll(async () => {
  database = await openTestDatabase();
  disk = await mkdtemp(join(tmpdir(), "hostile-"));
});

afterAll(async () => {
  await database.drop();
  await rm(disk, { recursive: true, force: true });
});

async function sourceOf(item: HostileCase): Promise<Source> {
  const made = await item.make();
  if ("source" in made) return made.source;
  const path = join(await mkdtemp(join(disk, "case-")), made.name);
  await writeFile(path, made.bytes);
  return openSource(path);
}

type Stored = { campaigns: number; open: number; stated: number; episodes: number; rows: number };

/** What the project holds: a campaign is there whole, with as many episodes as it states, or not at all. */
async function storedIn(projectId: string): Promise<Stored> {
  const [row] = await database.sql<Stored[]>`
    select
      (select count(*)::int from campaigns where project_id = ${projectId}) as campaigns,
      (select count(*)::int from campaigns where project_id = ${projectId}
        and state not in ('sealed', 'interrupted')) as open,
      (select coalesce(sum(episode_count), 0)::int from campaigns where project_id = ${projectId}) as stated,
      (select count(*)::int from episodes where project_id = ${projectId}) as episodes,
      (select count(*) from campaign_records where project_id = ${projectId})::int
        + (select count(*) from arms where project_id = ${projectId})::int
        + (select count(*) from attacks where project_id = ${projectId})::int
        + (select count(*) from cases where project_id = ${projectId})::int
        + (select count(*) from episode_records where project_id = ${projectId})::int
        + (select count(*) from attempts where project_id = ${projectId})::int
        + (select count(*) from calls where project_id = ${projectId})::int
        + (select count(*) from effects where project_id = ${projectId})::int
        + (select count(*) from tallies where project_id = ${projectId})::int as rows`;
  if (row === undefined) throw new Error("no row");
  return row;
}

/** A sentence for a person: short, without a character that does something instead of showing. */
function expectReadable(sentence: string): void {
  expect(sentence.length, sentence).toBeLessThanOrEqual(300);
  expect(sentence).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
  expect(sentence).toMatch(/[.!?…]$/);
}

/** The reason without the list of all formats that were looked for, which is as long as there are formats. */
function reasonOf(result: IngestResult): string | null {
  return result.state === "refused"
    ? result.reason.replace(/Looked for .*; .*?\. Found /s, "Found ")
    : null;
}

async function ingest(item: HostileCase): Promise<{ result: IngestResult; stored: Stored }> {
  const { projectId } = await database.newProject();
  const source = await sourceOf(item);
  const result = await ingestSource({ database, projectId, source, options: {} });
  return { result, stored: await storedIn(projectId) };
}

/** All that an import says, without the ids that are new each time. */
function said(result: IngestResult) {
  const { importId: _importId, ...rest } = result;
  return rest;
}

describe("E8, E13: the hostile set", () => {
  /** Those that came to what was expected. */
  const kept = new Set<string>();

  test("has at least three hundred inputs, each with a name of its own", () => {
    expect(new Set(CASES.map(({ name }) => name)).size).toBe(CASES.length);
    expect(CASES.length).toBeGreaterThanOrEqual(300);
  });

  // As `%s`, since a longer name would be cut where it is written as `$name`.
  const named = CASES.map((item): [string, HostileCase] => [item.name, item]);
  test.each(named)("%s", { timeout: 120_000 }, async (_, item) => {
    const { result, stored } = await ingest(item);
    expect(outcomeOf(result)).toBe(item.outcome);

    const reason = reasonOf(result);
    const sentences = result.issues.map(({ message }) => message);
    for (const sentence of reason === null ? sentences : [reason, ...sentences])
      expectReadable(sentence);
    for (const { place } of result.issues) expect(place.file).not.toBe("");
    if (item.says !== undefined) expect([reason, ...sentences].join("\n")).toContain(item.says);
    if (item.path !== undefined)
      expect(result.issues.map(({ place }) => place.path)).toContain(item.path);

    const { counts } = result;
    const whole = { campaigns: 1, open: 0, stated: counts.episodes, episodes: counts.episodes };
    if (result.state === "done") expect(stored).toMatchObject(whole);
    else expect(stored).toEqual({ campaigns: 0, open: 0, stated: 0, episodes: 0, rows: 0 });
    if (item.offered !== undefined) expect(counts.episodes + counts.refused).toBe(item.offered);
    expect(Reflect.get({}, "polluted")).toBeUndefined();

    // Of the long rows of one kind, which differ in a name alone, once is enough.
    if (item.isHeavy !== true && !/wrong type|: cut /.test(item.name))
      expect(said((await ingest(item)).result)).toEqual(said(result));
    kept.add(item.name);
  });

  test("has figures once all of it was read", async () => {
    expect(kept.size).toBe(CASES.length);
    const keys = [...kept].filter((name) => /prototype|__proto__/.test(name)).length;
    const all = `${kept.size} of ${CASES.length} hostile inputs`;
    await figure("E8", `${all}: the outcome expected, each issue with its place in a sentence`);
    await figure("E13", `${all}, ${keys} with keys of prototypes: {} unchanged after each`);
  });
});
