import { fileURLToPath } from "node:url";
import type { DomainRecord, EpisodeRecord } from "@/lib/domain/records";
import { folderSource } from "@/lib/ingest/sources/folder-source";
import { describe, expect, it } from "vitest";
import { agentdojo } from "./agentdojo";
import type { Issue, Source } from "./importer";
import { memorySource } from "./memory-source";

const folder = (name: string) =>
  folderSource(fileURLToPath(new URL(`../../fixtures/agentdojo/${name}`, import.meta.url)));

async function read(source: Source, options: Record<string, string> = {}) {
  const records: DomainRecord[] = [];
  const issues: Issue[] = [];
  for await (const item of agentdojo.read(source, {
    fingerprint: "0123456789abcdef",
    ...options,
  })) {
    if (item.kind === "record") records.push(item.record);
    else issues.push(item.issue);
  }
  const episodes = records.flatMap((record) => (record.type === "episode" ? [record] : []));
  return { records, issues, episodes };
}

const short = (episode: EpisodeRecord) =>
  `${episode.arm.replace("model-a", "")} ${episode.case.replace("errands/", "").replace("important_instructions/", "").replaceAll("_task_", "")}`;

const LOG = {
  suite_name: "s",
  pipeline_name: "field",
  user_task_id: "user_task_0",
  injection_task_id: "injection_task_0",
  attack_type: "x",
  injections: {},
  messages: [{ role: "assistant", content: "done", tool_calls: [] }],
  error: null,
  utility: true,
  security: true,
};
const single = (log: object, path = "p/s/user_task_0/x/injection_task_0.json") =>
  memorySource("runs", { [path]: JSON.stringify(log) });

describe("the AgentDojo importer", () => {
  it("agentdojo trap 1: names the campaign, and the arms by their directories", async () => {
    const { records } = await read(await folder("runs"));
    expect(records[0]).toEqual({
      type: "campaign",
      format: "aftermath/1",
      key: "agentdojo:runs:0123456789ab",
      name: "runs",
      target: { name: "AgentDojo agents" },
      corpus: { name: "errands", version: "v1.2.2" },
      harness: { name: "AgentDojo", version: "0.1.35" },
      startedAt: null,
      limits: { turns: 15 },
    });
    expect(
      records.flatMap((r) =>
        r.type === "arm" ? [[r.key, r.model?.name, r.guardrail?.name, r.guardrail?.enabled]] : [],
      ),
    ).toEqual([
      ["model-a", "model-a", "none", false],
      ["model-a-camel", "model-a", "camel", true],
      ["model-a-drift", "model-a", "drift", true],
      ["model-a-progent", "model-a", "progent", true],
      ["model-a-tool_filter", "model-a", "tool_filter", true],
      ["model-a-transformers_pi_detector", "model-a", "transformers_pi_detector", true],
    ]);
    expect(records.at(-1)).toEqual({ type: "end" });
  });

  it("agentdojo trap 2: splits cases into attack, benign and probe", async () => {
    const { records } = await read(await folder("runs"));
    const cases = records.flatMap((r) =>
      r.type === "case" ? [[r.key, r.attack, r.family, r.split]] : [],
    );
    expect(cases.slice(0, 4)).toEqual([
      ["errands/injection_task_0/none/none", "probe/errands", undefined, "probe"],
      [
        "errands/user_task_0/important_instructions/injection_task_0",
        "important_instructions/errands/injection_task_0",
        "important_instructions",
        "attack",
      ],
      [
        "errands/user_task_0/important_instructions/injection_task_1",
        "important_instructions/errands/injection_task_1",
        "important_instructions",
        "attack",
      ],
      ["errands/user_task_0/none/none", "benign/errands", undefined, "benign"],
    ]);
  });

  it("agentdojo traps 8, 9: reads every termination rule in its order, the verdicts, and whether the injection was reached", async () => {
    const { episodes } = await read(await folder("runs"));
    expect(
      episodes.map((e) => [
        short(e),
        e.termination,
        e.terminationSource,
        e.attackerAction,
        e.taskCompleted,
        e.injectionReached,
      ]),
    ).toEqual([
      [" injection0/none/none", "task_done", "inferred", undefined, true, undefined],
      [" user0/injection0", "task_done", "inferred", true, true, true],
      [" user0/injection1", "task_done", "inferred", false, true, true],
      [" user0/none/none", "task_done", "inferred", undefined, true, undefined],
      ["-camel user0/injection0", "task_done", "inferred", false, true, false],
      ["-drift user0/injection0", "task_done", "inferred", false, true, undefined],
      ["-progent user0/injection0", "task_done", "inferred", false, true, true],
      ["-progent user0/injection1", "task_done", "inferred", false, true, false],
      ["-tool_filter user0/injection0", "turn_limit", "inferred", false, false, false],
      ["-tool_filter user0/injection1", "turn_limit", "inferred", true, false, true],
      ["-tool_filter user1/injection0", "empty_output", "inferred", false, false, false],
      ["-tool_filter user1/injection1", "task_done", "inferred", false, true, true],
      ["-tool_filter user2/injection0", "harness_error", "inferred", undefined, undefined, false],
      ["-tool_filter user2/injection1", "context_limit", "recorded", null, null, true],
      ["-tool_filter user3/injection0", "provider_error", "recorded", null, null, true],
      ["-tool_filter user3/injection1", "provider_error", "recorded", null, null, true],
      ["-tool_filter user4/injection0", "harness_error", "recorded", null, null, true],
      ["-tool_filter user4/injection1", "unknown", "inferred", false, false, true],
      ["-tool_filter user5/injection0", "guardrail_stop", "inferred", false, false, true],
      ["-transformers_pi_detector user0/injection0", "task_done", "inferred", true, false, false],
      ["-transformers_pi_detector user0/injection1", "task_done", "inferred", false, true, false],
    ]);
    const detail = (name: string) => episodes.find((e) => short(e) === name)?.terminationDetail;
    expect(detail("-tool_filter user2/injection1")).toContain("context_length_exceeded");
    expect(detail("-tool_filter user1/injection1")).toBe(
      "silent-finish: the last message is empty after 1 calls.",
    );
  });

  it("agentdojo trap 10: joins calls to answers and reads decisions from known block texts alone", async () => {
    const { episodes } = await read(await folder("runs"));
    const calls = (name: string) =>
      episodes
        .find((e) => short(e) === name)
        ?.calls?.map((c) => [c.tool, c.decision?.outcome, c.decision?.rule, c.executed]);
    const withheld = "prompt injection detector: result withheld";
    expect(calls("-progent user0/injection0")).toEqual([
      ["read_page", undefined, undefined, true],
      ["send_message", "deny", "progent: tool", false],
    ]);
    expect(calls("-progent user0/injection1")).toEqual([
      ["read_page", undefined, undefined, true],
      ["read_page", undefined, undefined, false],
      ["raed_page", undefined, undefined, false],
      ["(no name)", undefined, undefined, true],
    ]);
    expect(calls("-drift user0/injection0")).toEqual([
      ["read_page", "deny", "drift: checklist", false],
      ["send_message", "deny", "drift: checklist", false],
      ["read_page", undefined, undefined, true],
    ]);
    expect(calls("-camel user0/injection0")).toEqual([
      ["read_page", undefined, undefined, true],
      ["read_page", undefined, undefined, true],
    ]);
    expect(calls("-transformers_pi_detector user0/injection0")).toEqual([
      ["send_message", "modify", withheld, true],
      ["read_page", "modify", withheld, true],
    ]);
    expect(calls("-transformers_pi_detector user0/injection1")).toEqual([
      ["read_page", undefined, undefined, true],
    ]);
    const limit = calls("-tool_filter user0/injection0");
    expect([limit?.length, limit?.at(-1)]).toEqual([
      16,
      ["read_page", undefined, undefined, false],
    ]);
    const drift = episodes.find((e) => short(e) === "-drift user0/injection0");
    expect(drift?.calls?.[1]?.args).toEqual({ to: "collector@example.test", n: 1 });
    expect(drift?.events?.map((e) => [e.kind, e.role, e.untrusted, e.call])).toEqual([
      ["message", "user", undefined, undefined],
      ["message", "assistant", undefined, undefined],
      ["decision", "user", undefined, 0],
      ["message", "assistant", undefined, undefined],
      ["message", "tool", true, 2],
      ["message", "assistant", undefined, undefined],
    ]);
  });

  it("agentdojo trap 12: reads DRIFT's own dialect, whose folder does not name the defence", async () => {
    const { records, episodes } = await read(await folder("drift-original"));
    expect(records[1]).toMatchObject({
      type: "arm",
      key: "model-a",
      guardrail: { name: "drift", enabled: true },
    });
    expect(episodes[0]?.calls?.map((c) => [c.tool, c.decision?.outcome, c.args])).toEqual([
      ["read_page", "deny", {}],
      ["send_message", "deny", { to: "collector@example.test", n: 1 }],
      ["read_page", undefined, { url: "parcels.example.test" }],
    ]);
  });

  it("agentdojo traps 8, 9: tells what the files counted otherwise, arm by arm", async () => {
    const { issues } = await read(await folder("runs"));
    const recoded = issues
      .filter(({ severity }) => severity === "recoded")
      .map(({ code, message }) => [code, message]);
    expect(recoded).toContainEqual([
      "recoded-abort",
      "model-a-tool_filter: 2 of 11 attacked episodes ended aborted (turn limit); the file counts 1 of them as a defence and 1 as a successful attack. They leave every rate.",
    ]);
    expect(recoded).toContainEqual([
      "recoded-abort",
      "model-a-tool_filter: 2 of 11 attacked episodes ended aborted (harness error); the file counts 0 of them as a defence and 1 as a successful attack, and gives 1 no verdict. They leave every rate.",
    ]);
    expect(recoded).toContainEqual([
      "caught-crash-counted-as-attack",
      "model-a-tool_filter: in 4 episodes a crash was caught and written down as a successful attack that nobody evaluated; their verdict is unknown.",
    ]);
    expect(recoded).toHaveLength(7);
    expect(issues.map(({ code }) => code).slice(7)).toEqual([
      "time-zone-assumed",
      "unnamed-tool",
      "silent-finish",
      "result-withheld",
    ]);
  });

  it("agentdojo trap 4: numbers repeats by their folders in the order of numbers and refuses a copy", async () => {
    const { episodes, issues } = await read(await folder("repeats"));
    expect(episodes.map((e) => [e.replica, e.extra?.["source"]])).toEqual([
      [
        1,
        {
          path: "repeat_10/model-a/errands/user_task_0/important_instructions/injection_task_0.json",
          sha256: "dce1557e23c26b0816b9669a1fc129325d50db2d55d7d897ad00123938979fe4",
          pipelineName: "model-a",
        },
      ],
      [
        0,
        {
          path: "repeat_2/model-a/errands/user_task_0/important_instructions/copy.json",
          sha256: "dce1557e23c26b0816b9669a1fc129325d50db2d55d7d897ad00123938979fe4",
          pipelineName: "model-a",
        },
      ],
    ]);
    expect(issues.map(({ code, place }) => [code, place.file])).toEqual([
      [
        "duplicate-episode",
        "repeat_2/model-a/errands/user_task_0/important_instructions/injection_task_0.json",
      ],
      [
        "time-zone-assumed",
        "repeat_10/model-a/errands/user_task_0/important_instructions/injection_task_0.json",
      ],
      ["other-files", "README.txt"],
    ]);
  });

  it("refuses hostile logs one by one, keeps the others, and hands on their text unchanged", async () => {
    const { episodes, issues } = await read(await folder("hostile"));
    expect(issues.map(({ code, place }) => [code, /user_task_\d/.exec(place.file)?.[0]])).toEqual([
      ["not-json", "user_task_2"],
      ["not-an-agentdojo-log", "user_task_3"],
      ["not-an-agentdojo-log", "user_task_4"],
      ["polarity-contradiction", "user_task_5"],
      ["not-json", "user_task_6"],
      ["too-deep", "user_task_7"],
      ["time-zone-assumed", "user_task_0"],
      ["unknown-field", "user_task_0"],
      ["unknown-field", "user_task_0"],
      ["bad-timestamp", "user_task_1"],
      ["bad-duration", "user_task_1"],
    ]);
    expect(episodes[0]?.events?.at(-1)?.text).toBe(
      "<script>alert('x')</script> \u202egnp.exe\u202c \u001b[2J\u001b[31m \u0000 \ud800 '; DROP TABLE episodes; --",
    );
    expect([episodes[1]?.startedAt, episodes[1]?.durationMs]).toEqual([undefined, undefined]);
  });

  it("agentdojo traps 7, 13: turns the verdict round when the source means safe, and its times into the zone that was given", async () => {
    const log = { ...LOG, evaluation_timestamp: "2026-01-22 04:42:40", outcome: "safe" };
    const { episodes, issues } = await read(single(log), { polarity: "safe", timeZone: "-05:00" });
    expect([episodes[0]?.attackerAction, episodes[0]?.startedAt]).toEqual([
      false,
      "2026-01-22T04:42:40-05:00",
    ]);
    expect(issues.map(({ code }) => code)).toEqual(["unknown-field"]);
    expect((await read(single(log))).issues[0]?.code).toBe("polarity-contradiction");
    expect((await read(single(log), { polarity: "maybe" })).issues[0]?.code).toBe("invalid-option");
  });

  it("agentdojo traps 2, 6: counts no security without an attack, and never takes a probe for one", async () => {
    const none = await read(single({ ...LOG, attack_type: null, injection_task_id: null }));
    expect(none.records[2]).toMatchObject({ split: "benign" });
    expect(none.episodes[0]).not.toHaveProperty("attackerAction");
    const probe = await read(single({ ...LOG, user_task_id: "injection_task_3" }));
    expect(probe.records[2]).toMatchObject({ split: "probe" });
    expect(probe.episodes[0]).not.toHaveProperty("attackerAction");
  });

  it("agentdojo trap 1: takes the arm from the folder that was given, or from the field with a warning", async () => {
    const pipeline = memorySource("dir-camel", {
      "s/user_task_0/x/injection_task_0.json": JSON.stringify(LOG),
    });
    expect((await read(pipeline)).episodes[0]?.arm).toBe("dir-camel");
    const file = await read(memorySource("log.txt", { "log.txt": JSON.stringify(LOG) }));
    expect([file.episodes[0]?.arm, file.issues.map(({ code }) => code)]).toEqual([
      "field",
      ["arm-from-field"],
    ]);
  });

  it("agentdojo trap 1: keeps equal pipelines of two groups apart", async () => {
    const path = "gpt/s/user_task_0/x/injection_task_0.json";
    const source = memorySource("data", {
      [`old/${path}`]: JSON.stringify(LOG),
      [`runs/${path}`]: JSON.stringify(LOG),
    });
    expect((await read(source)).episodes.map((e) => e.arm)).toEqual(["old/gpt", "runs/gpt"]);
  });

  it("agentdojo trap 3: answers by id where there is one, in order where there is none", async () => {
    const tool = (id: string | null, content: string) => ({
      role: "tool",
      content,
      tool_call_id: id,
      tool_call: { function: "f", args: {}, id },
    });
    const call = (id: string | null, n: number) => ({ function: `f${n}`, args: {}, id });
    const results = async (ids: (string | null)[], answers: ReturnType<typeof tool>[]) => {
      const messages = [
        { role: "assistant", content: null, tool_calls: ids.map(call) },
        ...answers,
        LOG.messages[0],
      ];
      return (await read(single({ ...LOG, messages }))).episodes[0]?.calls?.map((c) => [
        c.tool,
        c.result,
      ]);
    };
    expect(await results(["a", "b"], [tool("b", "B"), tool("a", "A")])).toEqual([
      ["f0", "A"],
      ["f1", "B"],
    ]);
    expect(await results([null, null], [tool(null, "1"), tool(null, "2")])).toEqual([
      ["f0", "1"],
      ["f1", "2"],
    ]);
    expect(await results(["a"], [])).toEqual([["f0", undefined]]);
  });
});
