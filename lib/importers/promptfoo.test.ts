import { fileURLToPath } from "node:url";
import { type DomainRecord, recordSchema } from "@/lib/domain/records";
import { folderSource } from "@/lib/ingest/sources/folder-source";
import { describe, expect, it } from "vitest";
import type { Issue, Source } from "./importer";
import { memorySource } from "./memory-source";
import { promptfoo } from "./promptfoo";

const fixture = (name: string) =>
  folderSource(fileURLToPath(new URL(`../../fixtures/promptfoo/${name}`, import.meta.url)));

async function read(source: Source, options: Record<string, string> = {}) {
  const records: DomainRecord[] = [];
  const issues: Issue[] = [];
  const given = { fingerprint: "0123456789abcdef", ...options };
  for await (const item of promptfoo.read(source, given)) {
    if (item.kind === "issue") issues.push(item.issue);
    else records.push(recordSchema.parse(item.record));
  }
  const episodes = records.flatMap((record) => (record.type === "episode" ? [record] : []));
  const cases = records.flatMap((record) => (record.type === "case" ? [record] : []));
  const arms = records.flatMap((record) => (record.type === "arm" ? [record] : []));
  const episode = (name: string) => {
    const found = episodes.find((one) => one.case === name);
    if (!found) throw new Error(`no episode of ${name}`);
    return found;
  };
  const codes = issues.map(({ code }) => code);
  return { records, issues, episodes, cases, arms, episode, codes };
}

describe("endings of promptfoo's results", () => {
  it("promptfoo traps 1, 11, 16: go by failureReason, and never make a defence of what nobody judged", async () => {
    const { episodes } = await read(await fixture("endings.json"));
    expect(
      episodes.map((e) => [
        `${e.arm}: ${e.case} ${e.replica}`,
        e.termination,
        e.terminationSource,
        e.attackerAction,
      ]),
    ).toEqual([
      ["open: leak 0", "task_done", "inferred", true],
      ["guarded: leak 0", "task_done", "inferred", false],
      ["open: leak 1", "task_done", "inferred", true],
      ["open: gateway 0", "provider_error", "recorded", null],
      ["open: context 0", "context_limit", "recorded", null],
      ["open: thrown hang up 0", "provider_error", "recorded", null],
      ["open: thrown bug 0", "harness_error", "inferred", null],
      ["open: own error 0", "provider_error", "recorded", null],
      ["open: grader threw 0", "harness_error", "inferred", null],
      ["open: empty 0", "empty_output", "inferred", null],
      ["open: empty failed 0", "empty_output", "inferred", null],
      ["open: refusal 0", "agent_refused", "recorded", false],
      ["open: flagged 0", "guardrail_stop", "recorded", false],
      ["open: flagged but failed 0", "task_done", "inferred", true],
      ["open: grader error 0", "harness_error", "recorded", null],
      ["open: no assertion 0", "task_done", "inferred", null],
      ["open: max turns 0", "turn_limit", "recorded", false],
      ["open: attack succeeded 0", "task_done", "recorded", true],
      ["open: strange stop 0", "unknown", "recorded", false],
      ["open: cut answer 0", "budget_limit", "recorded", false],
      ["open: no reason 0", "unknown", "inferred", null],
      ["open: passed unread 0", "task_done", "inferred", false],
    ]);
    expect(episodes.filter((e) => e.taskCompleted !== undefined)).toEqual([]);
    expect(episodes.filter((e) => e.marker !== undefined)).toEqual([]);
  });

  it("promptfoo trap 16: keep the error's own words, and judge a stack by its first line alone", async () => {
    const { episode } = await read(await fixture("endings.json"));
    expect(episode("thrown bug").terminationDetail).toBe(
      "The provider's code threw: TypeError: Cannot read properties of undefined (reading 'text')",
    );
    const thrown = episode("thrown bug").events?.at(-1);
    expect(thrown?.kind).toBe("error");
    expect(thrown?.text).toContain("RateLimitRegistry");
    expect(episode("context").terminationDetail).toBe("400 context_length_exceeded");
    expect(episode("flagged").terminationDetail).toBe("guardrails.flagged: injection");
    expect(episode("flagged").events?.at(-1)?.kind).toBe("decision");
    // `error` of a failed assertion is its reason, which is no error.
    expect(episode("leak").events?.map(({ kind }) => kind)).toEqual(["message", "message"]);
  });

  it("promptfoo traps 1, 11: tell what the file counts otherwise, arm by arm", async () => {
    const { issues } = await read(await fixture("endings.json"));
    const told = issues.filter(({ severity }) => severity === "recoded").map((i) => i.message);
    expect(told).toHaveLength(7);
    expect(told).toContain(
      "open: 2 of 21 attacked episodes ended aborted (empty output); the file counts 1 of them as a defence and 1 as a successful attack. They leave every rate.",
    );
    expect(told).toContain(
      "open: 3 of 21 attacked episodes ended aborted (harness error); the file counts 0 of them as a defence and 1 as a successful attack, and gives 2 no verdict. They leave every rate.",
    );
    expect(issues.slice(7).map(({ code, message }) => [code, message.slice(0, 2)])).toEqual([
      ["not-judged", "1 "],
      ["attacker-limit", "1 "],
      ["success-disagrees", "1 "],
      ["passed-unread", "1 "],
    ]);
  });

  it("of attacks that ran out of their own turns are a question", async () => {
    const { episode } = await read(await fixture("endings.json"), { attackerLimit: "finished" });
    expect(episode("max turns")).toMatchObject({
      termination: "task_done",
      terminationDetail: "stopReason: Max turns reached",
      attackerAction: false,
      turns: 2,
    });
    expect((await read(await fixture("endings.json"), { attackerLimit: "?" })).codes).toEqual([
      "invalid-option",
    ]);
  });
});

describe("forms of promptfoo's results", () => {
  it("name the campaign by its evaluation", async () => {
    const { records } = await read(await fixture("endings.json"));
    expect(records[0]).toMatchObject({
      key: "promptfoo:eval-mde-2026-03-02T08:00:00",
      name: "made-up courier red team",
      target: { name: "open, guarded" },
      harness: { name: "promptfoo", version: "0.121.0" },
      startedAt: "2026-03-02T08:00:00.000Z",
      planned: { replicasPerCase: 1 },
    });
    expect(records.at(-1)).toEqual({ type: "end" });
  });

  it("promptfoo traps 8, 15: keep columns of one name apart, and take the id where there is no label", async () => {
    const { arms, episode } = await read(await fixture("forms.json"));
    expect(arms.map(({ key, name, model }) => [key, name, model?.name])).toEqual([
      ["open [prompt 0]", "open [prompt 0] {{prompt}}", "file://courier.js"],
      ["open [prompt 1]", "open [prompt 1] {{prompt}}", "file://courier.js"],
      ["openai:model-a", "openai:model-a", "openai:model-a"],
    ]);
    expect(episode("secret").arm).toBe("openai:model-a");
  });

  it("promptfoo trap 10: name a case by its description, and by its variables where that is not enough", async () => {
    const { cases, episodes } = await read(await fixture("forms.json"));
    const keys = cases.map(({ key }) => key);
    expect(keys.filter((key) => /same words|basic/.test(key))).toEqual([
      "same words (d9a9e3dc68b0)",
      "same words (f77e402f46d8)",
      "indirect-prompt-injection/basic 3ce26b7202e5",
    ]);
    // testIdx 9 and 10 are one test, repeated.
    expect(
      episodes.filter((e) => e.case.endsWith("3ce26b7202e5")).map(({ replica }) => replica),
    ).toEqual([0, 1]);
    expect(cases[0]).toMatchObject({
      attack: "indirect-prompt-injection/basic",
      family: "indirect-prompt-injection",
      split: "attack",
    });
  });

  it("promptfoo trap 19: give the same cases and episodes as lines, in any order of the rows", async () => {
    const cells = ({ episodes }: Awaited<ReturnType<typeof read>>) =>
      episodes.map((e) => [e.arm, e.case, e.termination, e.attackerAction].join());
    const lines = await read(await fixture("rows.jsonl"));
    const document = cells(await read(await fixture("endings.json")));
    expect(cells(lines)).toHaveLength(4);
    for (const cell of cells(lines)) expect(document).toContain(cell);
    expect(lines.records[0]).toMatchObject({
      key: "promptfoo:rows.jsonl:0123456789ab",
      startedAt: null,
    });
    expect(lines.codes).toEqual(["recoded-abort", "recoded-abort", "lines-alone"]);
    expect(lines.records.at(-1)?.type).toBe("end");
  });

  it("promptfoo trap 2: read tool calls of every form, and count as executed only what says so", async () => {
    const { episode } = await read(await fixture("forms.json"));
    const calls = (name: string) =>
      episode(name).calls?.map(({ tool, args, executed }) => [tool, args, executed]);
    const asked = [["send_parcel", { to: "x" }, false]];
    expect(calls("gemini")).toEqual(asked);
    expect(calls("openai")).toEqual(asked);
    expect(calls("text of json")).toEqual(asked);
    expect(calls("metadata")).toEqual([
      ["send_parcel", { to: "x" }, true],
      ["read_mail", {}, false],
      ["read_mail", undefined, true],
    ]);
    expect(calls("object")).toBeUndefined();
    expect(episode("object").events?.at(-1)?.text).toBe('{"answer":42,"name":"not a call"}');
  });

  it("are no empty answer when a tool was called without a word", async () => {
    const row = {
      testIdx: 0,
      promptIdx: 0,
      provider: "p",
      metadata: { pluginId: "bola" },
      response: { output: "", metadata: { toolCalls: [{ name: "send_parcel", status: "ok" }] } },
      failureReason: 1,
      gradingResult: { componentResults: [{ pass: false }] },
    };
    const { episodes } = await read(memorySource("r", { r: JSON.stringify(row) }));
    expect([episodes[0]?.termination, episodes[0]?.attackerAction]).toEqual(["task_done", true]);
  });

  it("promptfoo trap 3: leave out the provider's raw payload and say how long it was", async () => {
    const { episode, codes } = await read(await fixture("forms.json"));
    expect(episode("gemini").extra?.["omitted"]).toEqual({ "response.raw": 3023 });
    expect(JSON.stringify(episode("gemini"))).not.toContain("sss");
    expect(codes).toContain("raw-left-out");
  });

  it("promptfoo traps 7, 9, 17: keep the totals of tokens that are more than their parts, and drop numbers that are none", async () => {
    const { episode } = await read(await fixture("forms.json"));
    expect(episode("gemini").tokens).toMatchObject({
      prompt: 20,
      completion: 5,
      extra: { total: 31 },
    });
    expect(episode("cached").tokens).toEqual({ extra: { total: 25, cached: 25, numRequests: 0 } });
    expect(episode("cached").extra?.["cached"]).toBe(true);
    const odd = episode("control");
    expect([odd.tokens, odd.costUsd, odd.durationMs]).toEqual([undefined, undefined, undefined]);
    expect(odd.events?.at(-1)?.text).toBe("\u001b[31mETIMEDOUT\u001b[0m \u0000 \u202e");
    expect(odd.termination).toBe("provider_error");
  });

  it("read a conversation of several turns from where the strategy keeps it", async () => {
    const { episode } = await read(await fixture("endings.json"));
    const said = (name: string) => episode(name).events?.map((e) => [e.role, e.text]);
    expect(said("max turns")).toEqual([
      ["user", "one"],
      ["assistant", "no"],
      ["user", "two"],
      ["assistant", "no"],
    ]);
    expect(said("attack succeeded")).toEqual([
      ["user", "one"],
      ["assistant", "yes"],
    ]);
  });

  it("promptfoo trap 5: ask what tests without a plugin are, and keep them out of every rate until told", async () => {
    const about = async (plainTests?: string) => {
      const options = plainTests === undefined ? {} : { plainTests };
      const { cases, episode, codes } = await read(await fixture("forms.json"), options);
      expect(codes).toContain("ordinary-tests");
      const [passed, failed] = [episode("ordinary"), episode("ordinary failed")];
      return [
        cases.find(({ key }) => key === "ordinary")?.split,
        [passed.attackerAction, failed.attackerAction],
        [passed.taskCompleted, failed.taskCompleted],
      ];
    };
    const none = [undefined, undefined];
    expect(await about()).toEqual(["probe", none, none]);
    expect(await about("attack")).toEqual(["attack", [false, true], none]);
    expect(await about("benign")).toEqual(["benign", none, [true, false]]);
  });

  it("refuse a row that is none, a row twice, and name the place", async () => {
    const { issues } = await read(await fixture("forms.json"));
    const refused = issues.filter(({ severity }) => severity === "refused");
    expect(refused.map(({ code, place }) => [code, place.path, place.line])).toEqual([
      ["duplicate-episode", "$.results.results[16]", 1237],
      ["not-a-promptfoo-result", "$.results.results[18].provider", 1388],
      ["not-a-promptfoo-result", "$.results.results[19]", 1459],
    ]);
    const counted = issues.filter(({ code }) => code === "counts-disagree");
    expect(counted.map(({ message }) => message)).toEqual([
      "The file counts 99 successes, and holds 16.",
    ]);
  });

  it("mask credentials in configurations, variables and answers, and count them", async () => {
    const text = JSON.stringify((await read(await fixture("forms.json"))).records);
    expect(text).not.toContain("Bearer made-up");
    expect(text).not.toContain("open sesame");
    expect(text).toContain('"config":{"apiKey":"[masked]","temperature":0');
    const key = ["sk-", "made-up-0123456789abcdefghij"].join("");
    const row = {
      testIdx: 0,
      promptIdx: 0,
      provider: "p",
      failureReason: 2,
      error: `rejected ${key}`,
    };
    const { episodes, issues } = await read(
      memorySource("r.jsonl", { "r.jsonl": JSON.stringify(row) }),
    );
    expect(episodes[0]?.terminationDetail).toContain("rejected [masked]");
    const [masked] = issues.filter(({ code }) => code === "secret-masked");
    expect([masked?.message.slice(0, 6), masked?.place]).toEqual([
      "1 text",
      { file: "r.jsonl", line: 1, byte: 0, path: "$.error" },
    ]);
  });
});

describe("sources of promptfoo's results", () => {
  it("promptfoo trap 13: may hold no result yet", async () => {
    const { records, codes } = await read(await fixture("stub.json"));
    expect(records.map(({ type }) => type)).toEqual(["campaign", "end"]);
    expect(codes).toEqual(["no-results"]);
  });

  it("of another version are refused", async () => {
    const { records, issues } = await read(await fixture("version-2.json"));
    expect(records).toEqual([]);
    expect(issues.map(({ message }) => message)).toEqual([
      "Version 3 of promptfoo's results is read; this is 2.",
    ]);
  });

  it("that were cut: lines keep what is whole, a document is refused", async () => {
    const lines = await read(await fixture("cut.jsonl"));
    expect(lines.episodes).toHaveLength(3);
    expect(lines.records.at(-1)?.type).toBe("episode");
    expect(lines.codes.filter((code) => code !== "recoded-abort")).toEqual([
      "not-json",
      "interrupted",
      "lines-alone",
    ]);
    const cut = '{"evalId":"e","results":{"version":3,"results":[{"id":"x"}';
    const document = await read(memorySource("d", { d: cut }));
    expect([document.records, document.codes]).toEqual([[], ["not-json"]]);
    expect(document.issues[0]?.message).toContain("ends before its last bracket");
  });

  it("may be a folder with other files, but not with two evaluations", async () => {
    const row = '{"testIdx":0,"promptIdx":0,"provider":"p","failureReason":0}';
    const files = { "a.csv": "Description", "b/results.jsonl": row, "c.html": "<p>" };
    const one = await read(memorySource("out", files));
    expect(one.episodes).toHaveLength(1);
    expect(one.codes.at(-1)).toBe("other-files");
    const two = await read(memorySource("out", { ...files, "d.jsonl": row }));
    expect([two.records, two.codes]).toEqual([[], ["several-files"]]);
    const many = Object.fromEntries(
      Array.from({ length: 7 }, (_, i): [string, string] => [`${i}.jsonl`, row]),
    );
    expect((await read(memorySource("out", many))).issues[0]?.message).toBe(
      "It holds 7 files (0.jsonl, 1.jsonl, 2.jsonl, 3.jsonl, 4.jsonl and 2 more) of promptfoo; each is a campaign of its own, so import them one at a time: give one of these files in place of the folder, and the others after it.",
    );
  });
});
