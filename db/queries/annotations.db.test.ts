import type { Scope } from "@/db/scope";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findCampaign } from "@/db/queries/campaigns";
import {
  addAnnotation,
  annotationsOf,
  type Annotation,
  type NewAnnotation,
} from "@/db/queries/annotations";
import { listEpisodes } from "@/db/queries/episodes";
import { episodeRows } from "@/db/schema/episode-rows";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import { aftermath } from "@/lib/importers/aftermath";
import { memorySource } from "@/lib/importers/memory-source";
import { ingestSource } from "@/lib/ingest/ingest-source";
import { manyEpisodes, nativeText } from "@/lib/ingest/testing/native-text";

let database: TestDatabase;
let scope: Scope;
let stranger: Scope;
let campaignId: string;

beforeAll(async () => {
  database = await openTestDatabase();
  scope = await database.newProject();
  stranger = await database.newProject();
  const text = nativeText({ episodes: manyEpisodes(5) });
  await ingestSource({
    database,
    projectId: scope.projectId,
    importer: aftermath,
    options: {},
    source: memorySource("run.jsonl", { "run.jsonl": text }),
  });
  campaignId = (await findCampaign(database.db, scope, "c1"))?.id ?? "";
});

afterAll(() => database.drop());

const dispute: NewAnnotation = {
  kind: "dispute",
  author: "Ada",
  text: "The note was saved.",
  outcome: "attack_success",
  resolves: null,
  callNo: null,
};

function write(seq: number, changes: Partial<NewAnnotation>, of = scope) {
  return addAnnotation(database.db, of, { campaignId, seq }, { ...dispute, ...changes });
}

function settle(seq: number, resolves: string) {
  return write(seq, {
    kind: "resolution",
    author: "Ben",
    text: "It was not.",
    outcome: null,
    resolves,
  });
}

function written(answer: Annotation | string): Annotation {
  if (typeof answer === "string") throw new Error(answer);
  return answer;
}

/** What the list says of each episode. */
async function marks(): Promise<string[]> {
  const page = { after: null, limit: 10 };
  const { rows } = await listEpisodes(database.db, scope, {}, page);
  return rows.flatMap(({ seq, dispute: mark }) => (mark === null ? [] : [`${seq} ${mark}`]));
}

test("disputes are marked in the list, settled or open, and each is settled once", async () => {
  await write(1, { kind: "note", outcome: null });
  const first = written(await write(2, {}));
  await write(2, { author: "Cy" });
  const second = written(await write(4, { callNo: 0 }));
  expect(await settle(4, second.id)).toMatchObject({ kind: "resolution", resolves: second.id });
  expect(await settle(4, second.id)).toBe("settled");
  expect(await settle(1, first.id)).toBe("unknown-dispute");
  expect(await marks()).toEqual(["2 open", "4 settled"]);
  await settle(2, first.id);
  expect(await marks()).toEqual(["2 open", "4 settled"]);
});

test("what was written is read in its order, with its writer and time", async () => {
  const rows = await annotationsOf(database.db, scope, { campaignId, seq: 4 });
  expect(rows.map(({ kind, author, callNo }) => [kind, author, callNo])).toEqual([
    ["dispute", "Ada", 0],
    ["resolution", "Ben", null],
  ]);
  expect(rows.every(({ createdAt }) => createdAt instanceof Date)).toBe(true);
});

test("of two who settle a dispute at once, one is told", async () => {
  const { id } = written(await write(5, {}));
  const answers = await Promise.all([settle(5, id), settle(5, id)]);
  expect(answers.filter((answer) => answer === "settled")).toHaveLength(1);
});

test("the episode stays as it was derived", async () => {
  const [row] = await database.db
    .select({ outcome: episodeRows.outcome })
    .from(episodeRows)
    .where(eq(episodeRows.seq, 2));
  expect(row?.outcome).toBe("undetermined");
});

test("another project sees none of it and settles none of it", async () => {
  const key = { campaignId, seq: 2 };
  const [first] = await annotationsOf(database.db, scope, key);
  expect(await annotationsOf(database.db, stranger, key)).toEqual([]);
  const resolution = { ...dispute, kind: "resolution", resolves: first?.id ?? "" } as const;
  expect(await addAnnotation(database.db, stranger, key, resolution)).toBe("unknown-dispute");
});
