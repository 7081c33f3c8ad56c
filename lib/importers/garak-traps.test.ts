import { type DomainRecord, recordSchema } from "@/lib/domain/records";
import { expect, it } from "vitest";
import { garak } from "./garak";
import type { Issue } from "./importer";
import { memorySource } from "./memory-source";
import { recogniseSource } from "./recognise";

const SETUP = {
  entry_type: "start_run setup",
  "run.eval_threshold": 0.5,
  "transient.run_id": "run-t",
  "plugins.target_name": "m",
};
const INIT = { entry_type: "init", garak_version: "0.14.0", run: "run-t" };
const END = { entry_type: "completion", run: "run-t" };
const attempt = (fields: object) => ({
  entry_type: "attempt",
  uuid: "u",
  seq: 0,
  status: 2,
  probe_classname: "p.P",
  prompt: "go",
  outputs: ["out"],
  detector_results: { "d.D": [0] },
  ...fields,
});

const sourceOf = (entries: readonly object[]) =>
  memorySource("r.jsonl", { "r.jsonl": entries.map((e) => JSON.stringify(e)).join("\n") });

async function read(entries: readonly object[]) {
  const records: DomainRecord[] = [];
  const issues: Issue[] = [];
  for await (const item of garak.read(sourceOf(entries), {})) {
    if (item.kind === "record") records.push(recordSchema.parse(item.record));
    else issues.push(item.issue);
  }
  const episodes = records.flatMap((record) => (record.type === "episode" ? [record] : []));
  const outline = episodes.map((e) => [e.case, e.replica, e.termination, e.attackerAction]);
  const verdicts = episodes.map((e) => e.extra?.["verdict"]);
  return { records, issues, outline, verdicts, codes: issues.map(({ code }) => code) };
}

it("garak trap 1: an attempt before its evaluation counts only when no evaluated one came", async () => {
  const started = attempt({ status: 1, detector_results: {} });
  const { outline } = await read([
    SETUP,
    INIT,
    started,
    attempt({ detector_results: { "d.D": [1] } }),
    { ...started, uuid: "v", seq: 1 },
    END,
  ]);
  expect(outline).toEqual([
    ["p.P#0", 0, "task_done", true],
    ["p.P#1", 0, "harness_error", null],
  ]);
});

it("garak trap 4: the keys of a line come in any order, and may be missing", async () => {
  const backwards = (entry: object) => Object.fromEntries(Object.entries(entry).toReversed());
  const { goal: _goal, ...bare } = { ...attempt({}), goal: "x" };
  const entries = [SETUP, INIT, bare, END].map(backwards);
  expect((await read(entries)).outline).toEqual([["p.P#0", 0, "task_done", false]]);
  const found = await recogniseSource(sourceOf(entries));
  expect("importer" in found && found.importer.id).toBe("garak");
});

it("garak trap 7: a report is read line by line, however many there are", async () => {
  const many = Array.from({ length: 3000 }, (_, seq) => attempt({ uuid: `u${seq}`, seq }));
  const { outline } = await read([SETUP, INIT, ...many, END]);
  expect([outline.length, outline.at(-1)?.[0]]).toEqual([3000, "p.P#2999"]);
});

it("garak trap 8: an answer that is null was not evaluable, and is no safe one", async () => {
  const { outline } = await read([
    SETUP,
    INIT,
    attempt({ outputs: [null, "a"], detector_results: { "d.D": [null, 0] } }),
    END,
  ]);
  expect(outline).toEqual([
    ["p.P#0", 0, "provider_error", null],
    ["p.P#0", 1, "task_done", false],
  ]);
});

it("garak traps 10, 11: an empty answer without a refusal phrase is no hit, and a score above 1 is one", async () => {
  const { outline } = await read([
    SETUP,
    INIT,
    attempt({
      outputs: [" \n", "key"],
      detector_results: { "mitigation.MitigationBypass": [1, 0], "d.D": [0, 1.97] },
    }),
    END,
  ]);
  expect(outline).toEqual([
    ["p.P#0", 0, "empty_output", null],
    ["p.P#0", 1, "agent_refused", true],
  ]);
});

it("garak trap 14: a hit is what the run's own threshold says", async () => {
  const hits = async (threshold: number) =>
    (
      await read([
        { ...SETUP, "run.eval_threshold": threshold },
        INIT,
        attempt({ outputs: ["a", "b"], detector_results: { "d.D": [0.7, 0.3] } }),
        END,
      ])
    ).outline.map(([, , , hit]) => hit);
  expect([await hits(0.5), await hits(0.7), await hits(0.71), await hits(0.2)]).toEqual([
    [true, false],
    [true, false],
    [false, false],
    [true, true],
  ]);
  const { verdicts } = await read([
    { ...SETUP, "run.eval_threshold": 0.71 },
    INIT,
    attempt({ outputs: ["a", "b"], detector_results: { "d.D": [0.7, 0.71] } }),
    END,
  ]);
  expect(verdicts).toEqual(["defended", "attacked"]);
});
