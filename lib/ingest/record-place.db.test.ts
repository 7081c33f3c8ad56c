import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import { ingestSource } from "./ingest-source";
import { folderSource } from "./sources/folder-source";

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
});

afterAll(() => database.drop());

type Place = { file: string | null; line: number | null; path: string | null };

async function firstAndLast(fixture: string): Promise<(Place | undefined)[]> {
  const { projectId } = await database.newProject();
  const path = fileURLToPath(new URL(`../../fixtures/${fixture}`, import.meta.url));
  const source = await folderSource(path);
  const result = await ingestSource({ database, projectId, source, options: {} });
  if (result.state !== "done") throw new Error(JSON.stringify(result));
  const rows = await database.sql<Place[]>`
    select source_file as file, source_line::int as line, source_path as path from episode_records
    where project_id = ${projectId} order by seq`;
  return [rows[0], rows.at(-1)];
}

const line = (file: string, no: number): Place => ({ file, line: no, path: null });

test.each<[string, Place[]]>([
  ["aftermath/complete.jsonl", [line("complete.jsonl", 7), line("complete.jsonl", 10)]],
  ["garak/report.jsonl", [line("report.jsonl", 5), line("report.jsonl", 19)]],
  ["promptfoo/rows.jsonl", [line("rows.jsonl", 1), line("rows.jsonl", 4)]],
  [
    "agentdojo/runs",
    [
      { file: "model-a/errands/injection_task_0/none/none.json", line: null, path: null },
      {
        file: "model-a-transformers_pi_detector/errands/user_task_0/important_instructions/injection_task_1.json",
        line: null,
        path: null,
      },
    ],
  ],
  [
    "tau-bench/courier-model-a.json",
    [
      { file: "courier-model-a.json", line: 1, path: "$[0]" },
      { file: "courier-model-a.json", line: 1, path: "$[9]" },
    ],
  ],
])("each record of %s says where it came from", async (fixture, places) => {
  expect(await firstAndLast(fixture)).toEqual(places);
});
