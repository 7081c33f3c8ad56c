import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ensureProject } from "@/db/queries/projects";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import type { ImportPreview } from "@/lib/domain/import-preview";
import { recordSchema, type EpisodeRecord } from "@/lib/domain/records";
import { recordItem } from "@/lib/importers/import-item";
import type { Importer, Source } from "@/lib/importers/importer";
import { memorySource } from "@/lib/importers/memory-source";
import { readWhole } from "@/lib/importers/read-whole";
import { IMPORTERS } from "@/lib/importers/registry";
import { ingestSource, type IngestResult } from "./ingest-source";
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

type Reading = {
  source: Source;
  options?: Record<string, string>;
  importer?: Importer;
};

/** What a preview foresees of a source, and what an import of it into a project of its own then holds. */
async function bothWays(name: string, { source, options = {}, ...importer }: Reading) {
  const slug = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
  const { id: projectId } = await ensureProject(database.db, slug, name);
  const preview = await previewSource({ source, options, ...importer });
  const result = await ingestSource({ database, projectId, source, options, ...importer });
  return { preview, foreseen: foreseenBy(preview), stored: await storedBy(projectId, result) };
}

/** `name: count`, in the order of names: the form in which both are held against each other. */
function lines(counts: Iterable<readonly [name: string, count: number]>): string[] {
  const sums = new Map<string, number>();
  for (const [name, count] of counts) sums.set(name, (sums.get(name) ?? 0) + count);
  return [...sums]
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${name}: ${count}`)
    .toSorted((a, b) => (a < b ? -1 : 1));
}

function foreseenBy(preview: ImportPreview) {
  const { refusal, counts, campaign, fingerprint, terminations, arms, issues } = preview;
  const { records, refused, recoded, warnings, secretsMasked: _, ...rows } = counts;
  const told = { records, refused, recoded, warnings };
  const groups = lines(issues.map(({ code, count }) => [code, count] as const));
  if (refusal !== null) return { refusal, told, groups, episodes: 0 };
  return {
    refusal,
    told,
    groups,
    rows,
    campaign: { key: campaign?.key, name: campaign?.name, fingerprint },
    endings: lines(
      terminations.flatMap(({ reason, recorded, inferred }) => [
        [`${reason} recorded`, recorded] as const,
        [`${reason} inferred`, inferred] as const,
      ]),
    ),
    outcomes: lines(
      terminations.flatMap(({ reason, becomes }) =>
        Object.entries(becomes).map(([outcome, count]) => [`${reason} ${outcome}`, count] as const),
      ),
    ),
    arms: lines(
      arms.flatMap(({ key, episodes }) =>
        Object.entries(episodes).map(([split, count]) => [`${key} ${split}`, count] as const),
      ),
    ),
  };
}

async function storedBy(projectId: string, result: IngestResult) {
  const { records, refused, recoded, warnings } = result.counts;
  const told = { records, refused, recoded, warnings };
  const groups = lines(result.issueGroups.map(({ code, count }) => [code, count] as const));
  const { sql } = database;
  const [rows] = await sql<{ episodes: number }[]>`
    select
      (select count(*)::int from arms where project_id = ${projectId}) as arms,
      (select count(*)::int from attacks where project_id = ${projectId}) as attacks,
      (select count(*)::int from cases where project_id = ${projectId}) as cases,
      (select count(*)::int from episodes where project_id = ${projectId}) as episodes,
      (select count(*)::int from calls where project_id = ${projectId}) as calls`;
  if (result.state === "refused")
    return { refusal: result.reason, told, groups, episodes: rows?.episodes };
  const [campaign] = await sql`
    select key, name, fingerprint from campaigns where project_id = ${projectId}`;
  const episodes = await sql<Record<"ending" | "outcome" | "arm", string>[]>`
    select termination || ' ' || termination_source as ending,
      termination || ' ' || outcome as outcome, a.key || ' ' || c.split as arm
    from episodes e
      join arms a using (project_id, campaign_id, arm_no)
      join cases c using (project_id, campaign_id, case_no)
    where e.project_id = ${projectId}`;
  return {
    refusal: null,
    told,
    groups,
    rows,
    campaign,
    endings: lines(episodes.map(({ ending }) => [ending, 1] as const)),
    outcomes: lines(episodes.map(({ outcome }) => [outcome, 1] as const)),
    arms: lines(episodes.map(({ arm }) => [arm, 1] as const)),
  };
}

test.each(FIXTURES)("of fixtures/%s is what an import then stores", async (name) => {
  const source = await openSource(`${root}/${name}`);
  const { foreseen, stored } = await bothWays(name, { source });
  expect(foreseen).toEqual(stored);
});

test("of another answer to a question is what an import with it stores", async () => {
  const source = await openSource(`${root}/agentdojo/runs`);
  const options = { polarity: "safe", roles: "shipped" };
  const { foreseen, stored } = await bothWays("other answers", { source, options });
  expect(foreseen).toEqual(stored);
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

function uncheckedBothWays(name: string, text: string) {
  const source = memorySource("c.jsonl", { "c.jsonl": text });
  return bothWays(name, { source, importer: unchecked });
}

test("of records that contradict each other is what an import makes of them", async () => {
  const text = nativeText({
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
  const both = await uncheckedBothWays("contradictions", text);
  expect(both.preview.counts).toMatchObject({
    episodes: 2,
    cases: 3,
    attacks: 3,
    refused: 4,
    recoded: 2,
    warnings: 1,
  });
  expect(both.foreseen).toEqual(both.stored);
});

test("of calls in earlier attempts counts them too", async () => {
  const calls = [{ tool: "send_email", executed: true, authorised: true }];
  const attempts = [
    { termination: "provider_error", calls },
    { termination: "task_done" },
  ] satisfies EpisodeRecord["attempts"];
  const text = nativeText({ episodes: [{ attempts, calls: [...calls, ...calls] }] });
  const source = memorySource("a.jsonl", { "a.jsonl": text });
  const both = await bothWays("attempts", { source });
  expect(both.preview.counts.calls).toBe(3);
  expect(both.foreseen).toEqual(both.stored);
});

test("of episodes before their campaign is refused alike", async () => {
  const text = nativeText({ episodes: [{}] })
    .split("\n")
    .slice(1)
    .join("\n");
  const both = await uncheckedBothWays("headless", text);
  expect(both.preview.refusal).toBe(
    'Nothing of "c.jsonl" was imported: no campaign record was found. First reason, at line 1: A record of type "arm" stands before the campaign record.',
  );
  expect(both.foreseen).toEqual(both.stored);
});
