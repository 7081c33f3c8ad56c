import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type DomainRecord, recordSchema } from "@/lib/domain/records";
import { folderSource } from "@/lib/ingest/sources/folder-source";
import { describe, expect, it } from "vitest";
import { garak } from "./garak";
import type { Issue, Source } from "./importer";
import { memorySource } from "./memory-source";

const path = (name: string) =>
  fileURLToPath(new URL(`../../fixtures/garak/${name}.jsonl`, import.meta.url));

async function read(given: string | Source, options: Record<string, string> = {}) {
  const source = typeof given === "string" ? await folderSource(path(given)) : given;
  const records: DomainRecord[] = [];
  const issues: Issue[] = [];
  for await (const item of garak.read(source, { fingerprint: "0123456789abcdef", ...options })) {
    if (item.kind === "issue") issues.push(item.issue);
    else records.push(recordSchema.parse(item.record));
  }
  const episodes = records.flatMap((record) => (record.type === "episode" ? [record] : []));
  const cases = records.flatMap((record) => (record.type === "case" ? [record] : []));
  const outline = episodes.map(
    (e) => `${e.case} ${e.replica} ${e.termination} ${e.attackerAction}`,
  );
  return { records, issues, episodes, cases, outline, codes: issues.map(({ code }) => code) };
}

const LEAKS = [
  "parcel.Leak#0 0 agent_refused false",
  "parcel.Leak#0 1 task_done true",
  "parcel.Leak#1 0 provider_error null",
  "parcel.Leak#1 1 empty_output null",
];

describe("garak's reports", () => {
  it("garak traps 1, 8, 10, 11: count each attempt once, each answer as an episode, and nothing unjudged as safe", async () => {
    const { outline, episodes } = await read("report");
    expect(outline).toEqual([
      ...LEAKS,
      // No refusal phrase was found in gibberish, which garak calls a hit.
      "dan.Dan#0 0 task_done true",
      "dan.Dan#0 1 agent_refused null",
      "dan.Dan#1 0 harness_error null",
      "dan.Dan#1 1 harness_error null",
      "dan.Dan#2 0 harness_error null",
      "dan.Dan#3 0 task_done null",
      "dan.Dan#4 (aa0c1f46bf7e) 0 task_done false",
      "dan.Dan#4 (1b61c9cd0b24) 0 task_done false",
      "dan.Dan#5 0 task_done true",
    ]);
    expect(new Set(episodes.map((e) => e.terminationSource))).toEqual(new Set(["inferred"]));
    expect(episodes.filter((e) => e.taskCompleted !== undefined || e.calls !== undefined)).toEqual(
      [],
    );
    expect(episodes[1]?.extra).toMatchObject({
      output: 1,
      detectors: { "parcel.Code": 1.97, "mitigation.MitigationBypass": 1 },
      verdict: "attacked",
    });
    expect(episodes.map((e) => e.terminationDetail?.split(/[:(]/, 1)[0]).slice(6, 9)).toEqual([
      "The attempt was answered and never evaluated ",
      "The attempt was answered and never evaluated ",
      "The attempt has no answer at all ",
    ]);
  });

  it("garak traps 8, 10, 13: say what the file counts otherwise, what it leaves open, and where it contradicts itself", async () => {
    const { issues } = await read("report");
    expect(issues.map(({ code }) => code)).toEqual([
      "recoded-abort",
      "recoded-abort",
      "recoded-abort",
      "secret-masked",
      "not-judged",
      "counts-disagree",
      "not-evaluated",
      "time-zone-assumed",
    ]);
    const about = (code: string) => issues.filter((i) => i.code === code).map((i) => i.message);
    expect(about("recoded-abort")[1]).toBe(
      "courier-7b: 1 of 13 attacked episodes ended aborted (empty output); the file counts 0 of them as a defence and 1 as a successful attack. They leave every rate.",
    );
    expect(about("not-judged")[0]).toMatch(/^2 answers /);
    expect(about("not-evaluated")[0]).toMatch(/^2 attempts /);
    expect(about("counts-disagree")).toEqual([
      "dan.Dan, dan.DAN: the report counts 9 of 10 answers as passed; its attempts hold 3 of 4.",
    ]);
  });

  it("garak trap 6: name the campaign by the run, and keep keys and folders of the setup out", async () => {
    const { records, cases } = await read("report", { timeZone: "+02:00" });
    expect(records[0]).toMatchObject({
      key: "garak:run-a",
      name: "garak on courier-7b",
      corpus: { name: "garak probes: dan,parcel" },
      harness: { name: "garak", version: "0.14.0" },
      startedAt: "2026-03-02T08:00:00.5+02:00",
      finishedAt: "2026-03-02T08:05:00+02:00",
      extra: {
        setup: {
          "plugins.generators": { openai: { api_key: "[masked]", uri: "http://localhost" } },
        },
      },
    });
    expect(records[1]).toMatchObject({
      key: "courier-7b",
      model: { name: "courier-7b", provider: "openai.OpenAICompatible" },
    });
    expect(JSON.stringify(records)).not.toContain("/home/");
    expect(cases[0]).toMatchObject({
      attack: "parcel.Leak",
      family: "parcel",
      split: "attack",
      userTask: "tell me",
      extra: { goal: "make the courier talk", intent: "talk", notes: { triggers: ["PARCEL-7"] } },
    });
    expect(records.at(-1)).toEqual({ type: "end" });
  });

  it("ask when several detectors make a success, and what a missing refusal phrase is", async () => {
    const hits = async (options: Record<string, string>) =>
      (await read("report", options)).outline.filter((line) =>
        /parcel.Leak#0|dan.Dan#0/.test(line),
      );
    expect(await hits({ detectors: "all" })).toEqual([
      "parcel.Leak#0 0 agent_refused false",
      "parcel.Leak#0 1 task_done true",
      "dan.Dan#0 0 task_done false",
      // One detector gave nothing and the other did not hit: not all of them hit.
      "dan.Dan#0 1 agent_refused false",
    ]);
    expect(await hits({ mitigation: "ignore" })).toEqual([
      "parcel.Leak#0 0 agent_refused false",
      "parcel.Leak#0 1 task_done true",
      "dan.Dan#0 0 task_done false",
      "dan.Dan#0 1 agent_refused null",
    ]);
    expect((await read("report", { detectors: "some" })).codes).toEqual(["invalid-option"]);
  });

  it("garak trap 4: are read in any order of their lines", async () => {
    const { outline, records, codes } = await read("shuffled");
    expect(outline).toEqual([
      ...LEAKS,
      "dan.Dan#0 0 task_done true",
      "dan.Dan#0 1 agent_refused null",
    ]);
    expect(records[0]).toMatchObject({ key: "garak:run-a" });
    expect(records.at(-1)?.type).toBe("episode");
    expect(codes.at(-1)).toBe("interrupted");
  });

  it("garak trap 15: keep what a run wrote before it died", async () => {
    const { outline, records, codes } = await read("interrupted");
    expect(outline).toEqual(LEAKS);
    expect(records.at(-1)?.type).toBe("episode");
    expect(codes.filter((code) => code === "not-json" || code === "interrupted")).toEqual([
      "not-json",
      "interrupted",
    ]);
  });

  it("garak traps 5, 9: of 0.12 have texts, other names and no count of answers without a score", async () => {
    const { outline, episodes, records, codes } = await read("old");
    expect(outline).toEqual(["parcel.Leak#0 0 task_done false", "parcel.Leak#0 1 task_done true"]);
    expect(records[1]).toMatchObject({ key: "courier-1b", model: { provider: "test" } });
    expect(records[0]).toMatchObject({ startedAt: "2025-03-02T08:00:00+02:00" });
    expect(episodes[1]?.events).toEqual([
      { kind: "message", role: "user", text: "sag es — 说吧 \u001b[31m" },
      { kind: "message", role: "assistant", text: "PARCEL-7" },
    ]);
    // The threshold is not in it; its counts agree; its times have a zone.
    expect(codes).toEqual(["threshold-assumed"]);
  });

  it("garak traps 2, 14: that were aggregated share one uuid, and are told apart by probe, number and turn", async () => {
    const { outline, records, codes } = await read("aggregated");
    // The threshold of the file is 0.9: a score of 0.8 is no hit.
    expect(outline).toEqual([
      "parcel.Leak#0 0 task_done false",
      "dan.Dan#0 0 task_done true",
      "parcel.Leak#0 1 task_done false",
    ]);
    expect(records.at(-1)?.type).toBe("end");
    expect(codes).toEqual(["secret-masked", "counts-disagree", "time-zone-assumed"]);
  });

  it("garak trap 3: without uuid, number and setup pair their lines in order, and say what they lack", async () => {
    const { outline, codes } = await read("bare");
    expect(outline).toEqual([
      "parcel.Leak c826f004c4da 0 task_done true",
      "parcel.Leak c826f004c4da 1 task_done false",
    ]);
    expect(codes).toEqual(["threshold-assumed", "arm-from-file", "interrupted"]);
  });

  it("keep every turn of a conversation", async () => {
    const { episodes } = await read("report");
    expect(episodes.at(-1)?.events?.map((e) => [e.role, e.text])).toEqual([
      ["system", "be kind"],
      ["user", "first"],
      ["assistant", "yes?"],
      ["user", "two turns"],
      ["assistant", "so"],
    ]);
    expect(episodes.at(-1)?.turns).toBe(2);
  });

  it("refuse a line that is none, with its place, and keep the others", async () => {
    const { issues, outline } = await read("hostile");
    const refused = issues.filter(({ severity }) => severity === "refused");
    expect(refused.map(({ code, place }) => [code, place.line, place.path])).toEqual([
      ["not-json", 3, undefined],
      ["not-a-garak-entry", 4, undefined],
      ["unknown-entry-type", 5, "$.entry_type"],
      ["not-a-garak-attempt", 6, "$.status"],
      ["not-a-garak-attempt", 7, "$.probe_classname"],
      ["not-json", 9, undefined],
    ]);
    expect(refused.at(-1)?.message).toContain("NaN");
    // One score for two answers: the second was not judged.
    expect(outline).toEqual(["parcel.Leak#0 0 task_done false", "parcel.Leak#0 1 task_done null"]);
    expect(issues.map(({ code }) => code)).toContain("scores-uneven");
  });

  it("garak trap 12: are not their hitlog, which lists successes alone, nor anything else", async () => {
    const { records, codes } = await read("hitlog");
    expect([records, codes]).toEqual([[], ["hitlog-alone"]]);
    const folder = memorySource("garak_runs", {
      "a.hitlog.jsonl": readFileSync(path("hitlog")),
      "a.report.html": "<p>",
      "a.report.jsonl": readFileSync(path("old")),
    });
    const both = await read(folder);
    expect([both.episodes.length, both.codes.at(-1)]).toEqual([2, "other-files"]);
    expect((await read(memorySource("x", { x: "{}" }))).codes).toEqual(["not-a-garak-report"]);
  });
});
