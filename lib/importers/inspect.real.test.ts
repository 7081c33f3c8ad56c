import { fileURLToPath } from "node:url";
import { type EpisodeRecord, recordSchema } from "@/lib/domain/records";
import { openSource } from "@/lib/ingest/sources/archive-source";
import { fingerprintSource } from "@/lib/ingest/sources/fingerprint";
import { beforeAll, describe, expect, it } from "vitest";
import type { Issue } from "./importer";
import { recogniseSource } from "./recognise";

const DATA = fileURLToPath(new URL("../../../shared/data/inspect", import.meta.url));

async function readReal(name: string, options: Record<string, string> = {}) {
  const source = await openSource(name === "" ? DATA : `${DATA}/${name}`);
  const found = await recogniseSource(source);
  if ("refusal" in found) throw new Error(found.refusal);
  expect(found.importer.id).toBe("inspect");
  const episodes: EpisodeRecord[] = [];
  const issues: Issue[] = [];
  const types: string[] = [];
  for await (const item of found.importer.read(source, options)) {
    if (item.kind === "issue") issues.push(item.issue);
    else {
      expect(recordSchema.safeParse(item.record).success).toBe(true);
      types.push(item.record.type);
      if (item.record.type === "episode") episodes.push(item.record);
    }
  }
  return { episodes, issues, types, codes: issues.map(({ code }) => code).toSorted() };
}

/** Episodes, and of the first its turns, calls, events, and how it ended. */
function row(episodes: readonly EpisodeRecord[]) {
  const [first] = episodes;
  return [
    episodes.length,
    first?.turns,
    first?.calls?.length,
    first?.events?.length,
    first?.termination,
  ];
}

describe("each log in ../shared/data/inspect", () => {
  it.each([
    ["2025-05-12T20-27-36-04-00_browser.json", [1, 5, 4, 10, "task_done"], "includes: C"],
    [
      "2025-05-12T20-28-26-04-00_security-guide.json",
      [3, 1, 0, 3, "task_done"],
      "model_graded_fact: C",
    ],
    ["log_formats.json", [1, 1, 0, 3, "task_done"], "match: I"],
    ["log_images_tc.json", [1, 1, 0, 3, "task_done"], "match: I"],
    ["log_tool_call_error.json", [1, 0, 11, 11, "unknown"], ""],
    [
      "2024-11-05T13-32-37-05-00_input-task_hxs4q9azL3ySGkjJirypKZ.eval",
      [1, 1, 0, 3, "task_done"],
      "model_graded_fact: C",
    ],
    ["log_formats.eval", [1, 1, 0, 3, "task_done"], "match: I"],
    ["log_message_deduplication.eval", [1, 6, 5, 12, "task_done"], "closeness_log: 0"],
    ["log_message_deduplication.zstd93.eval", [1, 6, 5, 12, "task_done"], "closeness_log: 0"],
    ["mmlu-summary-choices.eval", [1, 1, 0, 2, "task_done"], "choice: I"],
  ])("%s", async (name, expected, score) => {
    const { episodes, issues, types } = await readReal(name);
    expect(row(episodes)).toEqual(expected);
    expect(issues.filter(({ severity }) => severity === "refused")).toEqual([]);
    expect([types[0], types.at(-1)]).toEqual(["campaign", "end"]);
    const scores = episodes[0]?.extra?.["scores"];
    const told = Array.isArray(scores)
      ? scores.map(
          (one: { scorer: string; value: unknown }) => `${one.scorer}: ${String(one.value)}`,
        )
      : [];
    expect(told.join()).toBe(score);
    // Nobody chose a scorer, so nobody is called safe.
    expect(episodes.every(({ attackerAction }) => attackerAction === null)).toBe(true);
  });

  it.each([
    ["2024-08-29T15-11-17+00-00_popularity_5EAmX6wjMFqea6WY7XHzZp.json", 1, ["no-samples"]],
    ["2025-05-12T20-28-13-04-00_no-samples.json", 3, ["interrupted", "no-samples"]],
  ])("%s counts samples and holds none", async (name, counted, codes) => {
    const { episodes, issues, codes: told } = await readReal(name);
    expect([episodes, told]).toEqual([[], codes]);
    const { message = "" } = issues.find(({ code }) => code === "no-samples") ?? {};
    expect(message).toContain(`The log counts ${counted} sample`);
  });
});

describe("what the logs hold", () => {
  it("inspect trap 3: is the same in a deflated and in a zstd-packed log, fingerprint included", async () => {
    const names = ["log_message_deduplication.eval", "log_message_deduplication.zstd93.eval"];
    const [deflated, zstd] = await Promise.all(
      names.map(async (name) => [
        await fingerprintSource(await openSource(`${DATA}/${name}`)),
        await readReal(name),
      ]),
    );
    expect(zstd).toEqual(deflated);
  });

  it("is the same in the .json and the .eval of one run", async () => {
    const [json, archive] = await Promise.all([
      readReal("log_formats.json"),
      readReal("log_formats.eval"),
    ]);
    const bare = ({ episodes }: typeof json) =>
      episodes.map(({ calls, events, turns, termination, case: key, replica }) => ({
        calls,
        events,
        turns,
        termination,
        key,
        replica,
      }));
    expect(bare(json)).toEqual(bare(archive));
  });

  it("resolves each of the browser's calls, joined to its answer, and each attachment", async () => {
    const { episodes, codes } = await readReal("2025-05-12T20-27-36-04-00_browser.json");
    const calls = episodes[0]?.calls ?? [];
    expect(calls.map(({ tool, executed }) => [tool, executed])).toEqual([
      ["web_browser_go", true],
      ["web_browser_click", true],
      ["web_browser_click", true],
      ["web_browser_click", true],
    ]);
    expect(JSON.stringify(episodes)).not.toMatch(/(?:attachment|tc):\/\//);
    expect(codes).toEqual(["scorer-not-chosen"]);
    expect(episodes[0]?.tokens).toEqual({ firstRequest: 1124, prompt: 15_235, completion: 281 });
  });

  it("tells tool errors by their kind: two that were malformed and one that was refused never ran", async () => {
    const { episodes, issues } = await readReal("log_tool_call_error.json");
    const calls = episodes[0]?.calls ?? [];
    expect(calls.map(({ error, executed }) => [error?.split(":")[0], executed])).toEqual([
      ["parsing", false],
      ["timeout", true],
      ["parsing", false],
      ["unicode_decode", true],
      ["permission", true],
      ["file_not_found", true],
      ["is_a_directory", true],
      ["limit", true],
      ["approval", false],
      ["unknown", true],
      ["output_limit", true],
    ]);
    expect(calls.filter(({ decision }) => decision?.outcome === "deny")).toHaveLength(1);
    expect(issues.map(({ code }) => code)).toContain("samples-missing");
  });

  it("gives verdicts where a scorer is chosen", async () => {
    const options = { scorer: "model_graded_fact", success: "C", polarity: "defended" };
    const { episodes, issues } = await readReal(
      "2025-05-12T20-28-26-04-00_security-guide.json",
      options,
    );
    expect(episodes.map(({ attackerAction }) => attackerAction)).toEqual([false, false, false]);
    expect(issues.map(({ message }) => message)).toEqual([
      "model_graded_fact = C was read as an agent that stayed safe: 0 attacked, 3 defended, 0 without a verdict.",
    ]);
  });
});

describe("the folder as a whole", () => {
  let whole: Awaited<ReturnType<typeof readReal>>;
  beforeAll(async () => {
    whole = await readReal("");
  });

  it("is one campaign of the newest log of each run, each sample once", () => {
    expect(whole.episodes).toHaveLength(10);
    expect(new Set(whole.episodes.map(({ arm }) => arm)).size).toBe(8);
    expect(whole.codes.filter((code) => code === "log-superseded")).toHaveLength(2);
    expect(whole.codes.filter((code) => code === "no-samples")).toHaveLength(2);
    expect(whole.issues.filter(({ code }) => code === "other-files")).toMatchObject([
      { message: "Left out, as no part of a log: 1 file.", place: { file: "LICENSE.txt" } },
    ]);
    expect(whole.types).not.toContain("end");
  });
});
