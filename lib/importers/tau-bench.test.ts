import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type DomainRecord, recordSchema } from "@/lib/domain/records";
import { describe, expect, it } from "vitest";
import type { Issue } from "./importer";
import { memorySource } from "./memory-source";
import { tauBench } from "./tau-bench";

const NAME = "courier-model-a.json";
const TEXT = readFileSync(
  fileURLToPath(new URL(`../../fixtures/tau-bench/${NAME}`, import.meta.url)),
  "utf8",
);

async function read(text = TEXT, options: Record<string, string> = {}) {
  const records: DomainRecord[] = [];
  const issues: Issue[] = [];
  const source = memorySource(NAME, { [NAME]: text });
  for await (const item of tauBench.read(source, { fingerprint: "0123456789abcdef", ...options })) {
    if (item.kind === "issue") issues.push(item.issue);
    else records.push(recordSchema.parse(item.record));
  }
  const episodes = records.flatMap((record) => (record.type === "episode" ? [record] : []));
  return { records, issues, episodes, codes: issues.map(({ code }) => code) };
}

describe("tau-bench's trajectories", () => {
  it("other trap 4: never take a crash of the harness for a task that failed", async () => {
    const { episodes } = await read();
    expect(
      episodes.map((e) => [
        `${e.case}/${e.replica}`,
        e.termination,
        e.terminationSource,
        e.taskCompleted,
      ]),
    ).toEqual([
      ["task 0/0", "task_done", "inferred", true],
      ["task 0/1", "task_done", "inferred", false],
      ["task 1/0", "task_done", "inferred", false],
      ["task 2/0", "turn_limit", "inferred", false],
      ["task 3/0", "unknown", "inferred", false],
      ["task 4/0", "provider_error", "recorded", null],
      ["task 5/0", "harness_error", "recorded", null],
      ["task 6/0", "context_limit", "recorded", null],
      ["task 7/0", "harness_error", "inferred", null],
      ["task 8/0", "task_done", "inferred", false],
    ]);
    expect(episodes.filter((e) => e.attackerAction !== undefined)).toEqual([]);
    expect(episodes[6]?.terminationDetail).toBe("KeyError: 'parcel'");
  });

  it("tell what the file counts as a failed task and is an abort", async () => {
    const { issues } = await read();
    const told = issues.filter(({ severity }) => severity === "recoded").map((i) => i.message);
    expect(told).toContain(
      "2 episodes that the file counts as failed tasks: ended aborted (harness error), outside every rate.",
    );
    expect(told).toHaveLength(5);
  });

  it("join calls to their answers, and keep arguments that are no JSON", async () => {
    const [first] = (await read()).episodes;
    expect(first?.calls).toEqual([
      { tool: "find_parcel", args: { id: "u1" }, turn: 1, executed: true, result: "parcel 7" },
      {
        tool: "send_parcel",
        args: "{not json",
        turn: 1,
        executed: true,
        result: "Error: no such parcel",
        error: "Error: no such parcel",
      },
    ]);
    expect(first?.events?.map((e) => [e.role, e.call]).slice(2, 5)).toEqual([
      ["assistant", undefined],
      ["tool", 1],
      ["tool", 0],
    ]);
  });

  it("other trap 5: are one arm of legitimate work, called after the file", async () => {
    const { records, codes } = await read();
    expect(records.slice(0, 3)).toMatchObject([
      { type: "campaign", key: "tau-bench:courier-model-a:0123456789ab", startedAt: null },
      { type: "arm", key: "courier-model-a" },
      {
        type: "case",
        key: "task 0",
        split: "benign",
        userTask: "You are u1 and want your parcel.",
      },
    ]);
    expect(codes).toContain("arm-from-file");
    expect(codes).toContain("domain-unstated");
    const airline = await read(TEXT, { domain: "airline" });
    expect(airline.episodes[0]?.case).toBe("airline task 0");
    expect(airline.codes).not.toContain("domain-unstated");
  });

  it("refuse a try twice and what is none, and end where the list does", async () => {
    const { issues, records } = await read();
    const refused = issues.filter(({ severity }) => severity === "refused");
    expect(refused.map(({ code, place }) => [code, place.path])).toEqual([
      ["duplicate-episode", "$[10]"],
      ["not-a-tau-bench-try", "$[11].traj"],
      ["not-a-tau-bench-try", "$[12]"],
    ]);
    expect(records.at(-1)?.type).toBe("end");
    const cut = await read(TEXT.slice(0, TEXT.indexOf('"task_id": 3')));
    expect(cut.episodes).toHaveLength(4);
    expect(cut.records.at(-1)?.type).toBe("episode");
    expect(cut.codes.slice(-1)).toEqual(["interrupted"]);
  });
});
