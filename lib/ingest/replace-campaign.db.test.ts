import type { Scope } from "@/db/scope";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findCampaign, listCampaigns } from "@/db/queries/campaigns";
import { countEpisodes } from "@/db/queries/episodes";
import { findImport } from "@/db/queries/imports";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import { aftermath } from "@/lib/importers/aftermath";
import type { Importer } from "@/lib/importers/importer";
import { memorySource } from "@/lib/importers/memory-source";
import { ingestSource, type IngestInput } from "./ingest-source";
import { manyEpisodes, nativeText } from "./testing/native-text";

const HOW =
  'or to import it in the place of that campaign, give --replace on the command line, or tick "Replace the campaign of the same file or key" on the page of imports. Nothing was imported.';

/** The native format as if it left a question open. */
const asking: Importer = {
  ...aftermath,
  options: [
    {
      id: "polarity",
      label: "Polarity",
      help: "",
      choices: [
        { value: "safe", label: "safe" },
        { value: "attack", label: "attack" },
      ],
      default: "safe",
    },
  ],
};

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
});

afterAll(() => database.drop());

function ingest(projectId: string, text: string, more: Partial<IngestInput> = {}) {
  return ingestSource({
    database,
    projectId,
    source: memorySource("run.jsonl", { "run.jsonl": text }),
    importer: asking,
    options: {},
    ...more,
  });
}

const episodesOf = async (scope: Scope) => (await countEpisodes(database.db, scope, {})).total;

describe("the same bytes read another way", () => {
  const text = nativeText({ name: "Night", episodes: manyEpisodes(3) });

  test("the same answers in other words, or answers of another format, are a duplicate", async () => {
    const { projectId } = await database.newProject();
    expect(await ingest(projectId, text)).toMatchObject({ state: "done" });
    for (const options of [{ polarity: "safe" }, { other: "x" }]) {
      expect(await ingest(projectId, text, { options })).toMatchObject({ state: "duplicate" });
      const replaced = await ingest(projectId, text, { options, replace: true });
      expect(replaced).toMatchObject({ state: "duplicate" });
    }
  });

  test("is refused with what differs, and the stored campaign stays", async () => {
    const scope = await database.newProject();
    await ingest(scope.projectId, text);
    await database.owner`update campaigns set scoring_version = 0 where project_id = ${scope.projectId}`;
    const again = await ingest(scope.projectId, text, {
      importer: { ...asking, version: 2 },
      options: { polarity: "attack" },
    });
    expect(again).toMatchObject({
      state: "refused",
      reason: `The same bytes are stored as the campaign "Night", but were read otherwise: the importer's version was 1 and is 2 now, the option polarity was safe and is attack now, the version of the scoring rules was 0 and is 1 now. Leave it as it is, ${HOW}`,
    });
    expect(await episodesOf(scope)).toBe(3);
    expect(await findImport(database.db, scope, again.importId)).toMatchObject({
      state: "failed",
      campaign: null,
    });
  });

  test("takes the old one's place when asked to; its import stays in the history", async () => {
    const scope = await database.newProject();
    const first = await ingest(scope.projectId, text);
    const before = await findCampaign(database.db, scope, "c1");
    const options = { polarity: "attack" };
    const second = await ingest(scope.projectId, text, { options, replace: true });
    expect(second).toMatchObject({ state: "done", campaignSlug: "c1", counts: { warnings: 1 } });
    expect(second.issues).toEqual([
      {
        severity: "warning",
        code: "campaign-replaced",
        message: 'It took the place of the stored campaign "Night".',
        place: { file: "run.jsonl", line: 1, byte: 0 },
      },
    ]);
    const after = await findCampaign(database.db, scope, "c1");
    expect(after).toMatchObject({ import: { id: second.importId }, episodeCount: 3 });
    expect(after?.id).not.toBe(before?.id);
    expect(await listCampaigns(database.db, scope)).toHaveLength(1);
    expect(await episodesOf(scope)).toBe(3);
    expect(await findImport(database.db, scope, first.importId)).toMatchObject({
      state: "done",
      episodes: 3,
      campaign: null,
    });
  });
});

describe("the same key of other bytes", () => {
  const old = nativeText({ name: "First night", episodes: manyEpisodes(2) });
  const fresh = nativeText({ name: "Second night", episodes: manyEpisodes(700) });

  test("readers see the old campaign whole until the new one is there", async () => {
    const scope = await database.newProject();
    await ingest(scope.projectId, old);
    const seen = new Set<number>();
    const watched: Importer = {
      ...asking,
      async *read(source, options) {
        let records = 0;
        for await (const item of asking.read(source, options)) {
          yield item;
          records += 1;
          if (records === 1 || records === 600) seen.add(await episodesOf(scope));
        }
      },
    };
    const result = await ingest(scope.projectId, fresh, { importer: watched, replace: true });
    expect(result).toMatchObject({ state: "done", campaignSlug: "c1" });
    expect([...seen]).toEqual([2]);
    const campaigns = await listCampaigns(database.db, scope);
    expect(campaigns.map(({ name, episodeCount }) => [name, episodeCount])).toEqual([
      ["Second night", 700],
    ]);
    expect(await episodesOf(scope)).toBe(700);
  });

  test("a replacement that fails leaves the old campaign and its import as they were", async () => {
    const scope = await database.newProject();
    const first = await ingest(scope.projectId, old);
    const broken: Importer = {
      ...asking,
      async *read(source, options) {
        yield* asking.read(source, options);
        throw new Error("the importer broke");
      },
    };
    const promise = ingest(scope.projectId, fresh, { importer: broken, replace: true });
    await expect(promise).rejects.toThrow("the importer broke");
    expect(await episodesOf(scope)).toBe(2);
    const found = await findImport(database.db, scope, first.importId);
    expect(found).toMatchObject({ state: "done", campaign: { name: "First night" } });
  });

  test("another project's campaign of the same key and bytes is left alone", async () => {
    const one = await database.newProject();
    const two = await database.newProject();
    await ingest(one.projectId, old);
    await ingest(two.projectId, old);
    await ingest(two.projectId, fresh, { replace: true });
    expect(await episodesOf(one)).toBe(2);
    expect(await episodesOf(two)).toBe(700);
  });
});
