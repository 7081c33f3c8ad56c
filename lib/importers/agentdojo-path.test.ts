import { describe, expect, it } from "vitest";
import { splitPipelineName } from "./agentdojo-guardrail";
import { parseLogPath } from "./agentdojo-path";

const TAIL = "banking/user_task_0/important_instructions/injection_task_1.json";

describe("parseLogPath", () => {
  it.each([
    ["runs", `gpt-4o/${TAIL}`, { pipeline: "gpt-4o", suite: "banking", group: "", repeat: "" }],
    [
      "data",
      `runs/gpt-4o/${TAIL}`,
      { pipeline: "gpt-4o", suite: "banking", group: "runs", repeat: "" },
    ],
    ["gpt-4o", TAIL, { pipeline: "gpt-4o", suite: "banking", group: "", repeat: "" }],
    ["x", "injection_task_1.json", { pipeline: null, suite: null, group: "", repeat: "" }],
    [
      "x",
      `repeat_0/gpt-4o/${TAIL}`,
      { pipeline: "gpt-4o", suite: "banking", group: "", repeat: "repeat_0" },
    ],
    [
      "x",
      `A/gpt-4o/run-3/${TAIL}`,
      { pipeline: "gpt-4o", suite: "banking", group: "A", repeat: "run-3" },
    ],
    [
      "x",
      `2026-01-22T04-42-40/gpt-4o/${TAIL}`,
      { pipeline: "gpt-4o", suite: "banking", group: "", repeat: "2026-01-22T04-42-40" },
    ],
    [
      "x",
      `gpt-4o/${TAIL.replace(".json", "/seed_1.json")}`,
      { pipeline: "gpt-4o", suite: "banking", group: "", repeat: "seed_1" },
    ],
  ])("in %s: %s", (source, path, expected) => {
    expect(parseLogPath(path, source)).toEqual(expected);
  });
});

describe("splitPipelineName", () => {
  it.each([
    ["gpt-4o-mini-2024-07-18", ["gpt-4o"], { model: "gpt-4o-mini-2024-07-18", defence: null }],
    ["gpt-4o-mini-tool_filter", [], { model: "gpt-4o-mini", defence: "tool_filter" }],
    ["gpt-4o-mini+camel", [], { model: "gpt-4o-mini", defence: "camel" }],
    [
      "gpt-4o_Spotlighting_with_delimiting",
      [],
      { model: "gpt-4o", defence: "Spotlighting_with_delimiting" },
    ],
    ["model-a-my_fence", ["model-a", "model"], { model: "model-a", defence: "my_fence" }],
    ["model-a-my_fence", [], { model: "model-a-my_fence", defence: null }],
    ["model-a", ["model-a"], { model: "model-a", defence: null }],
    ["drift", [], { model: "drift", defence: null }],
  ])("%s beside %j", (name, siblings, expected) => {
    expect(splitPipelineName(name, siblings)).toEqual(expected);
  });
});
