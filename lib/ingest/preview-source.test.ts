import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { importPreviewSchema, type ImportPreview } from "@/lib/domain/import-preview";
import { memorySource } from "@/lib/importers/memory-source";
import { previewSource } from "./preview-source";
import { openSource } from "./sources/archive-source";
import { nativeText } from "./testing/native-text";

const root = fileURLToPath(new URL("../../fixtures", import.meta.url));

async function previewOf(name: string, options: Record<string, string> = {}) {
  const preview = await previewSource({ source: await openSource(`${root}/${name}`), options });
  // What is kept as JSON reads back as what it was.
  expect(importPreviewSchema.parse(JSON.parse(JSON.stringify(preview)))).toEqual(preview);
  return preview;
}

/** reason: episodes, recorded; the source says defended, attacked, nothing, of how many tasks done. */
function endings({ terminations }: ImportPreview) {
  return Object.fromEntries(
    terminations.map(({ reason, episodes, recorded, fileSays: says }) => [
      reason,
      [episodes, recorded, says.defended, says.attacked, says.silent, says.benignDone, says.benign],
    ]),
  );
}

function sums({ counts }: ImportPreview) {
  const { records, arms, attacks, cases, episodes, calls, refused, recoded, warnings } = counts;
  return [records, arms, attacks, cases, episodes, calls, refused, recoded, warnings];
}

describe("of a fixture of each format", () => {
  it("tells AgentDojo's endings, and what its logs say of those that leave every rate", async () => {
    const preview = await previewOf("agentdojo/runs");
    expect(preview.refusal).toBeNull();
    expect(preview.format).toMatchObject({ id: "agentdojo" });
    expect(sums(preview)).toEqual([42, 6, 4, 13, 21, 45, 0, 7, 4]);
    expect(endings(preview)).toEqual({
      task_done: [11, 0, 7, 2, 0, 1, 1],
      guardrail_stop: [1, 0, 1, 0, 0, 0, 0],
      turn_limit: [2, 0, 1, 1, 0, 0, 0],
      // A crash that AgentDojo wrote down as a successful attack: its record leaves the verdict open.
      context_limit: [1, 1, 0, 1, 0, 0, 0],
      provider_error: [2, 2, 0, 2, 0, 0, 0],
      empty_output: [1, 0, 1, 0, 0, 0, 0],
      harness_error: [2, 1, 0, 1, 1, 0, 0],
      unknown: [1, 0, 1, 0, 0, 0, 0],
    });
    expect(preview.aborted[0]).toEqual({
      arm: "model-a-tool_filter",
      split: "attack",
      reason: "turn_limit",
      episodes: 2,
      of: 11,
      fileSays: { defended: 1, attacked: 1, silent: 0, benign: 0, benignDone: 0 },
    });
    expect(preview.terminations[2]?.rules).toEqual([
      {
        source: "inferred",
        words: "The last message still calls tools: the loop of 15 rounds ran out.",
        episodes: 2,
      },
    ]);
    expect(preview.tools).toEqual({
      roles: null,
      called: 4,
      withoutRole: 4,
      names: ["send_message", "read_page", "raed_page", "(no name)"],
    });
  });

  it("turns with the answer to a question, which it repeats beside the default", async () => {
    const preview = await previewOf("agentdojo/runs", { polarity: "safe" });
    expect(endings(preview)["turn_limit"]).toEqual([2, 0, 1, 1, 0, 0, 0]);
    expect(endings(preview)["task_done"]).toEqual([11, 0, 2, 7, 0, 1, 1]);
    const [polarity, zone] = preview.questions;
    expect(polarity).toMatchObject({ default: "attack-succeeded", chosen: "safe" });
    expect(zone).toMatchObject({ id: "timeZone", default: "+00:00", chosen: "+00:00" });
  });

  it("reads Norn's database", async () => {
    const preview = await previewOf("norn/database");
    expect(sums(preview)).toEqual([14, 2, 2, 3, 7, 4, 0, 3, 6]);
    expect(endings(preview)).toEqual({
      task_done: [2, 0, 0, 1, 0, 0, 1],
      agent_refused: [2, 0, 1, 0, 0, 0, 1],
      turn_limit: [1, 0, 1, 0, 0, 0, 0],
      provider_error: [1, 1, 0, 0, 1, 0, 0],
      unknown: [1, 1, 0, 0, 1, 0, 0],
    });
  });

  it("reads no verdict out of Inspect's scores until a scorer is chosen", async () => {
    const silent = await previewOf("inspect/endings.json");
    expect(endings(silent)["task_done"]).toEqual([6, 5, 0, 0, 6, 0, 0]);
    expect(silent.questions.find(({ id }) => id === "scorer")).toMatchObject({
      choices: [],
      default: "",
      chosen: "",
    });
    expect(silent.issues.map(({ code }) => code)).toContain("scorer-not-chosen");
  });

  it("reads promptfoo, garak and tau-bench", async () => {
    expect(endings(await previewOf("promptfoo/endings.json"))).toMatchObject({
      task_done: [7, 1, 2, 4, 1, 0, 0],
      guardrail_stop: [1, 1, 1, 0, 0, 0, 0],
      turn_limit: [1, 1, 1, 0, 0, 0, 0],
      empty_output: [2, 0, 1, 1, 0, 0, 0],
    });
    expect(endings(await previewOf("garak/report.jsonl"))).toEqual({
      task_done: [6, 0, 2, 3, 1, 0, 0],
      agent_refused: [2, 0, 1, 0, 1, 0, 0],
      provider_error: [1, 0, 0, 0, 1, 0, 0],
      empty_output: [1, 0, 0, 1, 0, 0, 0],
      harness_error: [3, 0, 0, 0, 3, 0, 0],
    });
    expect(endings(await previewOf("tau-bench/courier-model-a.json"))).toMatchObject({
      task_done: [4, 0, 0, 0, 0, 1, 4],
      turn_limit: [1, 0, 0, 0, 0, 0, 1],
    });
  });
});

function native(lines: string, name = "run.jsonl") {
  return memorySource(name, { [name]: lines });
}

it("says why a source is refused, in the words of an import", async () => {
  const unknown = await previewSource({ source: native("Nothing.\n", "notes.txt"), options: {} });
  expect(unknown.refusal).toMatch(
    /^No known format\. Looked for .* Found notes\.txt, which begins/,
  );
  expect([unknown.format, unknown.campaign, unknown.questions]).toEqual([null, null, []]);
  const empty = await previewSource({ source: native(nativeText({ episodes: [] })), options: {} });
  expect(empty.refusal).toBe('Nothing of "run.jsonl" was imported: no episode was found.');
  expect(empty.campaign).toMatchObject({ key: "c1" });
});

it("keeps to its size, however long the names of a source are", async () => {
  const name = "n".repeat(100_000);
  const arm = {
    type: "arm",
    key: "long",
    name: "m".repeat(1000),
    model: { name },
    guardrail: { name, enabled: true },
  };
  const lines = nativeText({
    episodes: [JSON.stringify(arm), { arm: "long", termination: "turn_limit" }],
  });
  const preview = await previewSource({ source: native(lines), options: {} });
  expect(preview.aborted[0]?.arm).toBe("long");
  expect(preview.arms[1]?.name).toBe(`${"m".repeat(300)}…`);
  expect(preview.arms[1]?.model).toBe(`${"n".repeat(300)}…`);
  expect(JSON.stringify(preview).length).toBeLessThan(10_000);
});

it("counts masked credentials, and never repeats one", async () => {
  const key = `sk-${"a1B2c3D4e5".repeat(4)}`;
  const lines = nativeText({ episodes: [{ terminationDetail: `key ${key}` }] });
  const preview = await previewSource({ source: native(lines), options: {} });
  expect(preview.counts.secretsMasked).toBe(1);
  expect(JSON.stringify(preview)).not.toContain(key);
});

it("lists the first places of each kind of issue, and gathers rules that differ in a number", async () => {
  const bad = Array.from({ length: 7 }, () => "{");
  const good = [1, 2, 3].map((replica) => ({ replica, terminationDetail: `after ${replica} s` }));
  const lines = nativeText({ episodes: [...good, ...bad] });
  const preview = await previewSource({ source: native(lines), options: {} });
  expect(preview.issues).toMatchObject([{ severity: "refused", count: 7 }]);
  expect(preview.issues[0]?.places.map(({ place }) => place.line)).toEqual([8, 9, 10, 11, 12]);
  expect(preview.terminations[0]?.rules).toEqual([
    { source: "recorded", words: "after 1 s", episodes: 3 },
  ]);
});

it("takes the roles of a given manifest", async () => {
  const lines = nativeText({
    episodes: [
      {
        calls: [
          { tool: "send_email", executed: true },
          { tool: "rm", executed: true },
        ],
      },
    ],
  });
  const own = await previewSource({ source: native(lines), options: {} });
  expect(own.tools).toEqual({ roles: "source", called: 2, withoutRole: 1, names: ["rm"] });
  const manifest = { tools: [{ name: "rm", role: "delete" as const }] };
  const given = await previewSource({ source: native(lines), options: {}, manifest });
  expect(given.tools).toEqual({ roles: "given", called: 2, withoutRole: 1, names: ["send_email"] });
});

it("ends when it is told to, and tells how far it is", async () => {
  const stop = new AbortController();
  const told: string[] = [];
  const preview = previewSource({
    source: native(nativeText({ episodes: [{}] })),
    options: {},
    signal: stop.signal,
    onProgress({ phase, bytesRead, bytesTotal }) {
      told.push(`${phase} ${bytesRead === bytesTotal}`);
      if (phase === "records") stop.abort("cancelled");
    },
  });
  await expect(preview).rejects.toMatchObject({ code: "unavailable" });
  expect(told.at(0)).toBe("fingerprint true");
  expect(told.at(-1)).toBe("records true");
});
