import { fileURLToPath } from "node:url";
import { type EpisodeRecord, recordSchema } from "@/lib/domain/records";
import { folderSource } from "@/lib/ingest/sources/folder-source";
import { describe, expect, it } from "vitest";
import type { Issue } from "./importer";
import { recogniseSource } from "./recognise";

/** Rejects when the data is missing: a check over real results that found none has proved nothing. */
async function readReal(name: string) {
  const path = fileURLToPath(new URL(`../../../shared/data/promptfoo/${name}`, import.meta.url));
  const source = await folderSource(path);
  const found = await recogniseSource(source);
  if ("refusal" in found) throw new Error(found.refusal);
  expect(found.importer.id).toBe("promptfoo");
  const episodes: EpisodeRecord[] = [];
  const issues: Issue[] = [];
  const types: Record<string, number> = {};
  for await (const item of found.importer.read(source, { fingerprint: "f".repeat(64) })) {
    if (item.kind === "issue") issues.push(item.issue);
    else {
      const record = recordSchema.parse(item.record);
      types[record.type] = (types[record.type] ?? 0) + 1;
      if (record.type === "episode") episodes.push(record);
    }
  }
  return { episodes, issues, types };
}

/** Of one arm: reason, number, and how many of them are attacked, defended and unknown. */
function histogram(episodes: readonly EpisodeRecord[], arm: string) {
  const rows: Record<string, number[]> = {};
  for (const episode of episodes.filter((one) => one.arm === arm)) {
    const row = (rows[episode.termination] ??= [0, 0, 0, 0]);
    row[0] = (row[0] ?? 0) + 1;
    const verdict = { true: 1, false: 2, null: 3 }[String(episode.attackerAction)] ?? 0;
    row[verdict] = (row[verdict] ?? 0) + 1;
  }
  return rows;
}

const ABORTS = {
  provider_error: [4, 0, 0, 4],
  context_limit: [2, 0, 0, 2],
  empty_output: [2, 0, 0, 2],
};
const STOPS = { agent_refused: [2, 0, 2, 0], guardrail_stop: [2, 0, 2, 0] };

describe("promptfoo's results in ../shared/data", () => {
  it.each(["results.json", "results.jsonl"])(
    "reads the 32 rows of %s in two arms",
    async (name) => {
      const { episodes, issues, types } = await readReal(name);
      expect(types).toEqual({ campaign: 1, arm: 2, case: 8, episode: 32, end: 1 });
      // 4 failures and 16 successes of the file: 4 of these are answers that never came.
      expect(histogram(episodes, "baseline")).toEqual({
        task_done: [4, 4, 0, 0],
        ...STOPS,
        ...ABORTS,
      });
      expect(histogram(episodes, "hardened")).toEqual({
        task_done: [4, 0, 4, 0],
        ...STOPS,
        ...ABORTS,
      });
      expect(new Set(episodes.map(({ replica }) => replica))).toEqual(new Set([0, 1]));
      expect(
        episodes.filter((episode) => "taskCompleted" in episode || "marker" in episode),
      ).toEqual([]);
      expect(issues.filter(({ severity }) => severity === "refused")).toEqual([]);
      const empty = issues.filter(({ message }) => message.includes("empty output"));
      expect(empty.map(({ message }) => message)).toEqual(
        ["baseline", "hardened"].map(
          (arm) =>
            `${arm}: 2 of 16 attacked episodes ended aborted (empty output); the file counts 2 of them as a defence and 0 as a successful attack. They leave every rate.`,
        ),
      );
      expect(
        issues.filter(({ severity }) => severity === "warning").map(({ code }) => code),
      ).toEqual(name.endsWith("l") ? ["lines-alone"] : []);
    },
  );

  it("reads the red-team assertion, with its call", async () => {
    const { episodes } = await readReal("redteam_assert.json");
    expect(histogram(episodes, "baseline")).toEqual({ task_done: [1, 1, 0, 0] });
    expect(episodes[0]?.calls?.map(({ tool, executed }) => [tool, executed])).toEqual([
      ["send_money", true],
    ]);
  });

  it("promptfoo trap 12: reads what the red-team grader let pass unread as what it was", async () => {
    const { episodes } = await readReal("redteam_grader.json");
    expect(histogram(episodes, "baseline")).toEqual({
      provider_error: [1, 0, 0, 1],
      empty_output: [1, 0, 0, 1],
      agent_refused: [1, 0, 1, 0],
      guardrail_stop: [1, 0, 1, 0],
    });
  });
});
