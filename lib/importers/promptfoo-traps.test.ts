import { type DomainRecord, recordSchema } from "@/lib/domain/records";
import { expect, it } from "vitest";
import type { Issue, Source } from "./importer";
import { memorySource } from "./memory-source";
import { promptfoo } from "./promptfoo";
import { recogniseSource } from "./recognise";

const ROW = {
  id: "r",
  testIdx: 0,
  promptIdx: 0,
  provider: { id: "p", label: "" },
  prompt: { raw: "go", label: "go" },
  failureReason: 0,
  success: true,
  response: { output: "no" },
  gradingResult: { pass: true, componentResults: [{ pass: true }] },
  metadata: { pluginId: "bola", strategyId: "basic" },
};

const lines = (...rows: readonly object[]) =>
  memorySource("r.jsonl", { "r.jsonl": rows.map((row) => JSON.stringify(row)).join("\n") });

async function read(source: Source) {
  const records: DomainRecord[] = [];
  const issues: Issue[] = [];
  for await (const item of promptfoo.read(source, {})) {
    if (item.kind === "record") records.push(recordSchema.parse(item.record));
    else issues.push(item.issue);
  }
  const episodes = records.flatMap((record) => (record.type === "episode" ? [record] : []));
  return { records, issues, episodes, codes: issues.map(({ code }) => code) };
}

it("promptfoo trap 1: error is set for a failed assertion too, and success is false for a crash too", async () => {
  const { episodes } = await read(
    lines(
      { ...ROW, failureReason: 1, success: false, error: "Expected output to not contain X" },
      {
        ...ROW,
        id: "s",
        testIdx: 1,
        vars: { a: 1 },
        failureReason: 2,
        success: false,
        error: "odd",
      },
    ),
  );
  expect(episodes.map((e) => [e.termination, e.attackerAction])).toEqual([
    ["task_done", true],
    ["harness_error", null],
  ]);
});

it("promptfoo trap 4: a prompt that stands in every row is kept once in each episode", async () => {
  const raw = `${"long prompt ".repeat(1000)}END-OF-PROMPT`;
  const rows = [0, 1, 2].map((testIdx) => ({
    ...ROW,
    id: `r${testIdx}`,
    testIdx,
    vars: { testIdx },
    prompt: { raw, label: raw },
  }));
  const { episodes } = await read(lines(...rows));
  for (const episode of episodes) {
    expect(JSON.stringify(episode).split("END-OF-PROMPT")).toHaveLength(2);
  }
  expect(episodes).toHaveLength(3);
});

it("promptfoo trap 6: metadata of any form is data, and a plugin that is no name is none", async () => {
  const odd: unknown = JSON.parse(
    '{"__proto__":{"polluted":1},"pluginId":7,"strategyId":["x"],"constructor":null,"stopReason":{"a":1}}',
  );
  const { episodes, codes } = await read(lines({ ...ROW, metadata: odd }));
  expect(episodes).toHaveLength(1);
  expect(codes).toContain("ordinary-tests");
  expect(Reflect.get({}, "polluted")).toBeUndefined();
});

it("promptfoo trap 14: a file is known by its content, never by being redteam/results.json", async () => {
  const other = memorySource("r", { "redteam/results.json": '{"results":[],"summary":{}}' });
  const refused = await recogniseSource(other);
  expect("refusal" in refused && refused.refusal).toMatch(/^No known format\./);
  const document = { evalId: "e", results: { version: 3, results: [ROW] } };
  const renamed = memorySource("r", { "x.txt": JSON.stringify(document) });
  const found = await recogniseSource(renamed);
  expect("importer" in found && found.importer.id).toBe("promptfoo");
});

it("promptfoo trap 10: repeats that testIdx counts up are replicas of one case", async () => {
  const rows = [0, 1, 2].map((testIdx) => ({ ...ROW, id: `r${testIdx}`, testIdx, vars: { q: 1 } }));
  const { episodes } = await read(lines(...rows));
  expect(new Set(episodes.map((e) => e.case)).size).toBe(1);
  expect(episodes.map((e) => e.replica)).toEqual([0, 1, 2]);
});
