import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import { memorySource } from "@/lib/importers/memory-source";
import { derivedDigest } from "@/lib/ingest/derived-digest";
import { ingestSource } from "@/lib/ingest/ingest-source";
import { nativeText } from "@/lib/ingest/testing/native-text";
import { leafMaker } from "@/lib/integrity/leaf";
import { GrowingTree } from "@/lib/integrity/merkle-tree";
import { figure } from "@/lib/testing/security-figure";
import { verifyInstance } from "./verify-instance";

const EPISODES = 6000;

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
});

afterAll(() => database.drop());

/** Times depend on the machine and its load: they are told, and only what is stored is held to a bar. */
test("A5: a proof costs an import little, and 32 bytes an episode", async () => {
  const { projectId } = await database.newProject();
  const text = nativeText({
    episodes: Array.from({ length: EPISODES }, (_, no) => ({
      replica: no,
      finalAnswer: randomBytes(1800).toString("hex"),
      calls: [{ tool: "send_email", executed: true, marker: { inArguments: true } }],
    })),
  });
  const source = memorySource("run.jsonl", { "run.jsonl": text });
  const began = performance.now();
  expect(await ingestSource({ database, projectId, source, options: {} })).toMatchObject({
    state: "done",
  });
  const importMs = performance.now() - began;
  const sealMs = timeOfLeaves(EPISODES);
  const verify = () => verifyInstance(database.sql, { campaignId: null, key: null });
  await verify(); // what it needs is compiled then
  const verified = { at: performance.now(), used: process.cpuUsage() };
  const { campaigns } = await verify();
  const verifyMs = performance.now() - verified.at;
  const { user, system } = process.cpuUsage(verified.used);
  expect(campaigns.map(({ state }) => state)).toEqual(["proven"]);

  const [stored] = await database.owner<{ leaves: number; roots: number }[]>`
    select sum(octet_length(leaves))::int as leaves, sum(octet_length(root))::int as roots
    from leaf_blocks`;
  expect(stored).toEqual({ leaves: EPISODES * 32, roots: Math.ceil(EPISODES / 256) * 32 });
  const share = ((sealMs / importMs) * 100).toFixed(1);
  await figure("A5", `leaves took ${share} % of an import's time (bar: 10 %); 32.1 B an episode`);
  const a = (ms: number) => Math.round(EPISODES / (ms / 1000));
  await figure(
    "A5",
    `verified ${a(verifyMs)} episodes of 4 KB a second, ${a((user + system) / 1000)} a second of this process (bar: 20,000)`,
  );
});

/** What an import does besides, for rows of the usual size. */
function timeOfLeaves(count: number): number {
  const rows = [400, 300, 3000, 120, 260, 0].map((length) => [randomBytes(length)]);
  const record = randomBytes(32);
  const began = performance.now();
  const by = { importer: "aftermath", importerVersion: 1 };
  const leafOf = leafMaker({ campaignId: "00000000-0000-7000-8000-000000000000", ...by });
  const tree = new GrowingTree();
  for (let seq = 1; seq <= count; seq += 1)
    tree.add(leafOf({ seq, record, derived: derivedDigest(rows) }));
  tree.root();
  return performance.now() - began;
}
