import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import { ingestSource } from "./ingest-source";
import { openSource } from "./sources/archive-source";

const DATA = fileURLToPath(new URL("../../../shared/data", import.meta.url));

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

async function ingest(path: string) {
  const { projectId } = await database.newProject();
  const source = await openSource(join(DATA, path));
  return ingestSource({ database, projectId, source, options: {} });
}

type Imported = [path: string, format: string, episodes: number, recoded: number, warnings: number];

/** Whole folders and files, each imported alone into a project of its own; of none is a record refused. */
const IMPORTED: Imported[] = [
  ["agentdojo/runs", "agentdojo", 1016, 7, 1375],
  ["agentdojo/drift_dialect", "agentdojo", 9, 0, 0],
  ["garak/agg.report.jsonl", "garak", 9, 0, 2],
  ["garak/quack.report.jsonl", "garak", 1, 0, 2],
  ["garak/qual_review_mixed.report.jsonl", "garak", 3, 0, 3],
  ["garak/report_test.report.jsonl", "garak", 8, 0, 2],
  ["garak/test.report.jsonl", "garak", 8, 0, 2],
  ["inspect/2024-11-05T13-32-37-05-00_input-task_hxs4q9azL3ySGkjJirypKZ.eval", "inspect", 1, 1, 0],
  ["inspect/2025-05-12T20-27-36-04-00_browser.json", "inspect", 1, 1, 0],
  ["inspect/2025-05-12T20-28-26-04-00_security-guide.json", "inspect", 3, 1, 0],
  ["inspect/log_formats.eval", "inspect", 1, 1, 0],
  ["inspect/log_formats.json", "inspect", 1, 1, 0],
  ["inspect/log_images_tc.json", "inspect", 1, 1, 0],
  ["inspect/log_message_deduplication.eval", "inspect", 1, 1, 0],
  ["inspect/log_message_deduplication.zstd93.eval", "inspect", 1, 1, 0],
  ["inspect/log_tool_call_error.json", "inspect", 1, 1, 1],
  ["inspect/mmlu-summary-choices.eval", "inspect", 1, 1, 0],
  ["norn/campaign_1.json", "norn", 96, 4, 3],
  ["norn/campaign_2.json", "norn", 56, 1, 4],
  ["norn/campaign_3.json", "norn", 14, 3, 3],
  ["norn/norn_v1_unversioned.db", "norn", 1, 0, 1],
  ["promptfoo/redteam_assert.json", "promptfoo", 1, 0, 0],
  ["promptfoo/redteam_grader.json", "promptfoo", 4, 2, 0],
  ["promptfoo/results.json", "promptfoo", 32, 6, 0],
  ["promptfoo/results.jsonl", "promptfoo", 32, 6, 1],
  ["tau-bench/gpt-4o-airline.first24.json", "tau-bench", 24, 0, 2],
];

const NO_FORMAT = "No known format.";
const NO_SAMPLE = "The log counts ";

/** What holds no episodes, with words of the reason: tables and licences beside the data, and broken logs. */
const REFUSED: [path: string, words: string][] = [
  ...["agentdojo", "garak", "inspect", "tau-bench"].map((folder): [string, string] => [
    `${folder}/LICENSE.txt`,
    NO_FORMAT,
  ]),
  ["inspect/2024-08-29T15-11-17+00-00_popularity_5EAmX6wjMFqea6WY7XHzZp.json", NO_SAMPLE],
  ["inspect/2025-05-12T20-28-13-04-00_no-samples.json", NO_SAMPLE],
  ...[1, 2, 3, 4].flatMap((no): [string, string][] => [
    [`norn/campaign_${no}_cases.csv`, NO_FORMAT],
    [`norn/campaign_${no}_cost.csv`, NO_FORMAT],
  ]),
  ["norn/campaign_1_replicas.csv", NO_FORMAT],
  ["norn/campaign_2_replicas.csv", NO_FORMAT],
  // Planned and never run.
  ["norn/campaign_4.json", "no episode was found"],
  // Cut by 36 bytes; norn.real.test.ts mends a copy and imports its campaigns.
  ["norn/norn.db", "36 bytes are missing at its end"],
  ["promptfoo/results.csv", NO_FORMAT],
];

describe("the files in ../shared/data", () => {
  test("are all here", () => {
    const files = readdirSync(DATA, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(DATA.length + 1));
    const known = [...IMPORTED, ...REFUSED].map(([path]) => path);
    const isKnown = (file: string) =>
      known.some((path) => file === path || file.startsWith(`${path}/`));
    expect(files.length).toBeGreaterThan(1000);
    expect(files.filter((file) => !isKnown(file))).toEqual([]);
  });

  test.each(IMPORTED)(
    "%s: %s, %i episodes, %i recoded, %i warnings",
    async (path, format, episodes, recoded, warnings) => {
      expect(await ingest(path)).toMatchObject({
        state: "done",
        format: { id: format },
        counts: { episodes, refused: 0, recoded, warnings },
      });
    },
  );

  test.each(REFUSED)("%s is refused: %s", async (path, words) => {
    const result = await ingest(path);
    expect(result.state === "refused" ? result.reason : result.state).toContain(words);
  });
});
