import type { DomainRecord } from "@/lib/domain/records";
import { expect, it } from "vitest";
import { inspect } from "./inspect";
import type { Issue } from "./importer";
import { memorySource } from "./memory-source";

const HEAD = { version: 2, status: "success", eval: { task: "t", model: "m" } };
const SAMPLE = {
  id: 1,
  epoch: 1,
  output: { choices: [{ message: { role: "assistant", content: "no" }, stop_reason: "stop" }] },
};

async function read(log: object, options: Record<string, string> = {}) {
  const records: DomainRecord[] = [];
  const issues: Issue[] = [];
  const source = memorySource("log.json", { "log.json": JSON.stringify(log) });
  for await (const item of inspect.read(source, options)) {
    if (item.kind === "record") records.push(item.record);
    else issues.push(item.issue);
  }
  const episodes = records.flatMap((record) => (record.type === "episode" ? [record] : []));
  const told = (code: string) => issues.filter((i) => i.code === code).map((i) => i.message);
  return { records, issues, episodes, told };
}

it("inspect trap 6: a log that failed has no results, and keeps the samples that it wrote", async () => {
  const failed = {
    ...HEAD,
    status: "error",
    results: null,
    error: { message: "RuntimeError('disk full')", traceback: "" },
    samples: [SAMPLE, { ...SAMPLE, id: 2, error: { message: "CancelledError()" } }],
  };
  const { episodes, records, told } = await read(failed);
  expect(episodes.map(({ termination }) => termination)).toEqual(["task_done", "cancelled"]);
  expect(records.some(({ type }) => type === "end")).toBe(false);
  expect(told("interrupted")).toEqual([
    "The run did not come to its end: error (RuntimeError('disk full')).",
  ]);
});

it("inspect trap 7: times keep their offset, and one without an offset is left out and told", async () => {
  const samples = [
    { ...SAMPLE, started_at: "2026-03-01T12:00:00.5+05:30" },
    { ...SAMPLE, id: 2, started_at: "2026-03-01 12:00" },
  ];
  const { episodes, issues } = await read({ ...HEAD, samples });
  expect(episodes.map(({ startedAt }) => startedAt)).toEqual([
    "2026-03-01T12:00:00.5+05:30",
    undefined,
  ]);
  expect(issues.map(({ code }) => code)).toContain("bad-timestamp");
});

it("inspect trap 8: of a score that was edited the last value counts, and edits of the log are told", async () => {
  const score = { value: "I", history: [{ value: "C" }, { value: "I" }] };
  const { episodes, told } = await read(
    {
      ...HEAD,
      log_updates: [{ edits: [{ type: "tags" }], provenance: { author: "someone" } }],
      samples: [{ ...SAMPLE, scores: { leaked: score } }],
    },
    { scorer: "leaked", success: "C" },
  );
  expect(episodes[0]?.attackerAction).toBe(false);
  expect(told("score-edited")).toEqual([
    "1 score had been edited after the run; the last value counts.",
  ]);
  expect(told("log-edited")).toEqual([
    "The log was edited after the run (log_updates 1); it is read as it stands.",
  ]);
});

it("inspect trap 9: tokens that a cache held were sent all the same", async () => {
  const usage = { input_tokens: 10, input_tokens_cache_read: 80, input_tokens_cache_write: 5 };
  const tokens = async (more: object) =>
    (await read({ ...HEAD, samples: [{ ...SAMPLE, model_usage: { m: { ...usage, ...more } } }] }))
      .episodes[0]?.tokens;
  expect(await tokens({ output_tokens: 7 })).toEqual({ prompt: 95, completion: 7 });
  expect(await tokens({ output_tokens: 7, total_tokens: 102 })).toEqual({
    prompt: 95,
    completion: 7,
  });
});

it("inspect trap 5: an image within a message is told by its kind, and its bytes are not kept", async () => {
  const image = `data:image/png;base64,${"QUJD".repeat(5000)}`;
  const content = [
    { type: "text", text: "see" },
    { type: "image", image },
  ];
  const { records } = await read({
    ...HEAD,
    samples: [{ ...SAMPLE, messages: [{ role: "user", content }], input: "see" }],
  });
  expect(JSON.stringify(records)).not.toContain("QUJDQUJD");
});
