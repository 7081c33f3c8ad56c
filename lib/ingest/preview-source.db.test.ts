import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ensureProject } from "@/db/queries/projects";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import { recordSchema } from "@/lib/domain/records";
import { recordItem } from "@/lib/importers/import-item";
import type { Importer, Source } from "@/lib/importers/importer";
import { memorySource } from "@/lib/importers/memory-source";
import { readWhole } from "@/lib/importers/read-whole";
import { IMPORTERS } from "@/lib/importers/registry";
import { ingestSource } from "./ingest-source";
import { previewSource } from "./preview-source";
import { openSource } from "./sources/archive-source";
import { nativeText } from "./testing/native-text";

const root = fileURLToPath(new URL("../../fixtures", import.meta.url));
const FIXTURES = IMPORTERS.flatMap(({ id }) =>
  readdirSync(`${root}/${id}`)
    .toSorted()
    .map((name) => [`${id}/${name}`] as const),
);

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

async function bothWays(name: string, source: Source, options: Record<string, string> = {}) {
  const slug = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
  const { id: projectId } = await ensureProject(database.db, slug, name);
  const preview = await previewSource({ source, options });
  const result = await ingestSource({ database, projectId, source, options });
  return { preview, result, stored: await storedIn(projectId) };
}

/** What the project's one campaign holds, or nothing. */
async function storedIn(projectId: string) {
  const { sql } = database;
  const [counts] = await sql`
    select
      (select count(*)::int from arms where project_id = ${projectId}) as arms,
      (select count(*)::int from attacks where project_id = ${projectId}) as attacks,
      (select count(*)::int from cases where project_id = ${projectId}) as cases,
      (select count(*)::int from episodes where project_id = ${projectId}) as episodes,
      (select count(*)::int from calls where project_id = ${projectId}) as calls`;
  const endings = await sql`
    select termination, termination_source as source, outcome, count(*)::int as count
    from episodes where project_id = ${projectId} group by 1, 2, 3 order by 1, 2, 3`;
  const arms = await sql`
    select a.key, c.split, count(*)::int as count
    from episodes e
      join arms a using (project_id, campaign_id, arm_no)
      join cases c using (project_id, campaign_id, case_no)
    where e.project_id = ${projectId} group by 1, 2 order by 1, 2`;
  const [campaign] = await sql`
    select key, name, fingerprint from campaigns where project_id = ${projectId}`;
  return { counts, endings, arms, campaign };
}

function sumBy(
  rows: readonly Record<string, unknown>[],
  key: (row: Record<string, unknown>) => string,
) {
  const sums: Record<string, number> = {};
  for (const row of rows) sums[key(row)] = (sums[key(row)] ?? 0) + Number(row["count"]);
  return sums;
}

async function expectSame({ preview, result, stored }: Awaited<ReturnType<typeof bothWays>>) {
  const { arms, attacks, cases, episodes, calls, records, refused, recoded, warnings } =
    preview.counts;
  expect({ records, refused, recoded, warnings }).toEqual({
    records: result.counts.records,
    refused: result.counts.refused,
    recoded: result.counts.recoded,
    warnings: result.counts.warnings,
  });
  expect(preview.issues.map(({ code, count }) => [code, count]).toSorted()).toEqual(
    result.issueGroups.map(({ code, count }) => [code, count]).toSorted(),
  );
  if (result.state === "refused") {
    expect(preview.refusal).toBe(result.reason);
    expect(stored.counts).toMatchObject({ episodes: 0 });
    return;
  }
  expect(preview.refusal).toBeNull();
  expect({ arms, attacks, cases, episodes, calls }).toEqual(stored.counts);
  expect(stored.campaign).toEqual({
    key: preview.campaign?.key,
    name: preview.campaign?.name,
    fingerprint: preview.fingerprint,
  });
  const told: Record<string, number> = {};
  const outcomes: Record<string, number> = {};
  for (const {
    reason,
    recorded,
    inferred,
    becomes,
    rules,
    otherRules,
    episodes: n,
  } of preview.terminations) {
    if (recorded > 0) told[`${reason} recorded`] = recorded;
    if (inferred > 0) told[`${reason} inferred`] = inferred;
    for (const [outcome, count] of Object.entries(becomes))
      outcomes[`${reason} ${outcome}`] = count;
    expect(rules.reduce((sum, rule) => sum + rule.episodes, otherRules)).toBe(n);
  }
  expect(told).toEqual(sumBy(stored.endings, (row) => `${row["termination"]} ${row["source"]}`));
  expect(outcomes).toEqual(
    sumBy(stored.endings, (row) => `${row["termination"]} ${row["outcome"]}`),
  );
  const inArms: Record<string, number> = {};
  for (const arm of preview.arms)
    for (const [split, count] of Object.entries(arm.episodes))
      if (count > 0) inArms[`${arm.key} ${split}`] = count;
  expect(inArms).toEqual(sumBy(stored.arms, (row) => `${row["key"]} ${row["split"]}`));
}

test.each(FIXTURES)("of fixtures/%s is what an import then stores", async (name) => {
  await expectSame(await bothWays(name, await openSource(`${root}/${name}`)));
});

test("of another answer to a question is what an import with it stores", async () => {
  const source = await openSource(`${root}/agentdojo/runs`);
  const options = { polarity: "safe", roles: "shipped" };
  await expectSame(await bothWays("other answers", source, options));
});

/** An importer that hands on the records of a native file without looking at what they say together. */
const unchecked: Importer = {
  id: "unchecked",
  label: "Unchecked",
  version: 1,
  options: [],
  recognises: () => ({ recognised: true }),
  async *read(source) {
    for await (const file of source.files()) {
      const text = new TextDecoder().decode((await readWhole(file, 2 ** 20)) ?? undefined);
      for (const [at, line] of text.trimEnd().split("\n").entries())
        yield recordItem(recordSchema.parse(JSON.parse(line)), { file: file.path, line: at + 1 });
    }
  },
};

async function uncheckedBothWays(name: string, lines: string) {
  const { id: projectId } = await ensureProject(database.db, name, name);
  const reading = {
    source: memorySource("c.jsonl", { "c.jsonl": lines }),
    importer: unchecked,
    options: {},
  };
  const preview = await previewSource(reading);
  const result = await ingestSource({ database, projectId, ...reading });
  return { preview, result, stored: await storedIn(projectId) };
}

test("of records that contradict each other is what an import makes of them", async () => {
  const lines = nativeText({
    episodes: [
      {},
      { arm: "nobody" },
      { case: "nothing" },
      {},
      JSON.stringify({ type: "arm", key: "on", name: "Redefined" }),
      JSON.stringify({ type: "case", key: "k1", attack: "other", split: "benign" }),
      JSON.stringify({ type: "case", key: "k1", attack: "a1", split: "attack" }),
      JSON.stringify({ type: "case", key: "k3", attack: "a\0", split: "attack" }),
      nativeText({ key: "c2", episodes: [] }).split("\n")[0] ?? "",
      { replica: 2, termination: "turn_limit", terminationDetail: "a\0b" },
    ],
  });
  const both = await uncheckedBothWays("contradictions", lines);
  expect(both.preview.counts).toMatchObject({
    episodes: 2,
    cases: 3,
    attacks: 3,
    refused: 4,
    recoded: 2,
    warnings: 1,
  });
  await expectSame(both);
});

test("of episodes before their campaign is refused alike", async () => {
  const lines = nativeText({ episodes: [{}] })
    .split("\n")
    .slice(1)
    .join("\n");
  const both = await uncheckedBothWays("headless", lines);
  expect(both.preview.refusal).toBe(
    'Nothing of "c.jsonl" was imported: no campaign record was found. First reason, at line 1: A record of type "arm" stands before the campaign record.',
  );
  await expectSame(both);
});
