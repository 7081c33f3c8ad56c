import { fileURLToPath } from "node:url";
import { type EpisodeRecord, recordSchema, type Split } from "@/lib/domain/records";
import { isAbort } from "@/lib/domain/termination";
import { folderSource } from "@/lib/ingest/sources/folder-source";
import { beforeAll, describe, expect, it } from "vitest";
import type { Issue } from "./importer";
import { recogniseSource } from "./recognise";

/** Rejects when the data is missing: a check over real logs that found none has proved nothing. */
async function readReal(name: "runs" | "drift_dialect") {
  const path = fileURLToPath(new URL(`../../../shared/data/agentdojo/${name}`, import.meta.url));
  const source = await folderSource(path);
  const found = await recogniseSource(source);
  if ("refusal" in found) throw new Error(found.refusal);
  expect(found.importer.id).toBe("agentdojo");
  const episodes: EpisodeRecord[] = [];
  const issues: Issue[] = [];
  const splits = new Map<string, Split>();
  for await (const item of found.importer.read(source, {})) {
    if (item.kind === "issue") issues.push(item.issue);
    else {
      expect(recordSchema.safeParse(item.record).success).toBe(true);
      if (item.record.type === "case") splits.set(item.record.key, item.record.split);
      if (item.record.type === "episode") episodes.push(item.record);
    }
  }
  const attacked = (arm: string) =>
    episodes.filter((episode) => episode.arm === arm && splits.get(episode.case) === "attack");
  return { episodes, issues, splits, attacked };
}

type Real = Awaited<ReturnType<typeof readReal>>;

/** The columns of the check values of spec/formats/agentdojo.md. */
function row(episodes: readonly EpisodeRecord[]) {
  const aborted = episodes.filter(({ termination }) => isAbort(termination));
  const finished = episodes.filter(({ termination }) => !isAbort(termination));
  const reasons: Record<string, number> = {};
  for (const { termination } of aborted) reasons[termination] = (reasons[termination] ?? 0) + 1;
  const hits = (of: readonly EpisodeRecord[]) =>
    of.filter(({ attackerAction }) => attackerAction === true).length;
  const done = finished.filter(({ taskCompleted }) => taskCompleted === true).length;
  return [episodes.length, reasons, finished.length, hits(finished), hits(aborted), done];
}

describe("the AgentDyn runs in ../shared/data", () => {
  let real: Real;
  beforeAll(async () => {
    real = await readReal("runs");
  });

  it.each([
    ["", [218, {}, 218, 168, 0, 70]],
    ["-tool_filter", [200, { turn_limit: 4 }, 196, 25, 0, 14]],
    ["-transformers_pi_detector", [200, { turn_limit: 1 }, 199, 6, 0, 0]],
    ["-repeat_user_prompt", [200, { turn_limit: 66 }, 134, 87, 47, 61]],
    ["-camel", [19, { harness_error: 1 }, 18, 0, 0, 0]],
    ["-drift", [18, {}, 18, 0, 0, 14]],
    ["-progent", [18, {}, 18, 0, 0, 0]],
  ])("gpt-4o-mini-2024-07-18%s has the check values", (suffix, expected) => {
    expect(row(real.attacked(`gpt-4o-mini-2024-07-18${suffix}`))).toEqual(expected);
  });

  it("reads each of the 1,016 files and refuses none", () => {
    expect(real.episodes).toHaveLength(1016);
    expect(real.issues.filter(({ severity }) => severity === "refused")).toEqual([]);
    const arms: Record<string, number> = {};
    for (const { arm } of real.episodes) arms[arm] = (arms[arm] ?? 0) + 1;
    expect(arms).toEqual({
      "google_gemini-2.5-pro-transformers_pi_detector": 1,
      "gpt-4o-2024-08-06-repeat_user_prompt": 1,
      "gpt-4o-mini-2024-07-18": 251,
      "gpt-4o-mini-2024-07-18-camel": 24,
      "gpt-4o-mini-2024-07-18-drift": 21,
      "gpt-4o-mini-2024-07-18-progent": 21,
      "gpt-4o-mini-2024-07-18-repeat_user_prompt": 230,
      "gpt-4o-mini-2024-07-18-tool_filter": 230,
      "gpt-4o-mini-2024-07-18-transformers_pi_detector": 230,
      "gpt-5-mini-2025-08-07-progent": 1,
      "meta-llama_llama-3.3-70b-instruct": 5,
      "qwen_qwen-2.5-72b-instruct-progent": 1,
    });
  });

  it("counts 66 at the turn limit that the file gives a verdict, 19 of them as a defence", () => {
    const told = real.issues.filter(
      ({ code, message }) =>
        code === "recoded-abort" && message.includes("-repeat_user_prompt: 66"),
    );
    expect(told.map(({ message }) => message)).toEqual([
      "gpt-4o-mini-2024-07-18-repeat_user_prompt: 66 of 200 attacked episodes ended aborted (turn limit); the file counts 19 of them as a defence and 47 as a successful attack. They leave every rate.",
    ]);
  });

  it("gives the five logs with an error and the six without a verdict no verdict", () => {
    const recorded = real.episodes.filter((episode) => episode.terminationSource === "recorded");
    expect(recorded.map((episode) => [episode.termination, episode.taskCompleted])).toEqual(
      Array.from({ length: 5 }, () => ["provider_error", null]),
    );
    const stopped = real.episodes.filter(({ termination }) => termination === "harness_error");
    expect(
      stopped.map(({ taskCompleted, attackerAction }) => [taskCompleted, attackerAction]),
    ).toEqual(Array.from({ length: 6 }, () => [undefined, undefined]));
  });

  it("says in how many attacked episodes the injection reached the model", () => {
    const reached = (suffix: string) => {
      const of = real.attacked(`gpt-4o-mini-2024-07-18${suffix}`);
      return of.filter(({ injectionReached }) => injectionReached === true).length;
    };
    expect([reached(""), reached("-tool_filter"), reached("-repeat_user_prompt")]).toEqual([
      218, 200, 200,
    ]);
    expect([reached("-transformers_pi_detector"), reached("-camel"), reached("-progent")]).toEqual([
      8, 9, 13,
    ]);
  });

  it("joins every answer to its call and reads the decisions", () => {
    const calls = real.episodes.flatMap((episode) => episode.calls ?? []);
    const count = (outcome: string) =>
      calls.filter((call) => call.decision?.outcome === outcome).length;
    // 7,798 messages of tools, each one of a call; 7,735 of them to calls of the assistant, 63 that CaMeL logs alone.
    expect(calls.filter((call) => call.result !== undefined)).toHaveLength(7798);
    expect([count("deny"), count("modify")]).toEqual([31, 772]);
    expect(calls.filter((call) => call.decision?.outcome === "deny" && call.executed)).toEqual([]);
  });
});

describe("the logs of DRIFT's own dialect in ../shared/data", () => {
  it("reads all nine, as an arm with the guardrail that only their content names", async () => {
    const real = await readReal("drift_dialect");
    expect(row(real.attacked("gpt-4o-mini-2024-07-18"))).toEqual([9, {}, 9, 0, 0, 0]);
    expect(real.issues).toEqual([]);
  });
});
