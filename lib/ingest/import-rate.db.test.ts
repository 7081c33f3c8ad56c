import { availableParallelism, loadavg } from "node:os";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import { memorySource } from "@/lib/importers/memory-source";
import { figure } from "@/lib/testing/security-figure";
import { ingestSource } from "./ingest-source";
import { nativeText } from "./testing/native-text";

const EPISODES = 5000;
const TEXT = "The agent reads its mail, and answers what was asked for. ".repeat(15);

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

/** About 4 KB each: three calls with their arguments and results, and what was said. */
function episode(replica: number) {
  const call = { tool: "send_email", args: { body: TEXT }, executed: true, authorised: true };
  return { replica, calls: [call, call, call], events: [{ kind: "message" as const, text: TEXT }] };
}

test("E2: episodes of 4 KB become a sealed campaign at a rate that is noted", async () => {
  const text = nativeText({ episodes: Array.from({ length: EPISODES }, (_, no) => episode(no)) });
  expect(text.length / EPISODES).toBeGreaterThan(3500);
  const { projectId } = await database.newProject();
  const source = memorySource("run.jsonl", { "run.jsonl": text });
  const began = performance.now();
  const result = await ingestSource({ database, projectId, source, options: {} });
  const seconds = (performance.now() - began) / 1000;
  expect(result).toMatchObject({ state: "done", counts: { episodes: EPISODES, refused: 0 } });
  // Times depend on the machine: a bar on them would fail for others' work.
  const load = (loadavg()[0] ?? 0).toFixed(1);
  await figure(
    "E2",
    `${Math.round(EPISODES / seconds)} episodes/s, digest, scoring, tallies, seal and all, at load ${load} on ${availableParallelism()} processors`,
  );
});
