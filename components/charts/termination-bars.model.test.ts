import { expect, it } from "vitest";
import type { TerminationCount } from "@/lib/reports/arm-report";
import {
  endingReasons,
  endingWords,
  labelFits,
  segments,
  terminationTable,
} from "./termination-bars.model";

const done: TerminationCount = {
  reason: "task_done",
  label: "task done",
  class: "finished",
  count: 134,
  share: 0.67,
  interval: { lo: 0.602, hi: 0.731, level: 0.95, method: "clusterWilson" },
};
const refused: TerminationCount = {
  reason: "agent_refused",
  label: "agent refused",
  class: "finished",
  count: 0,
  share: 0,
  interval: null,
};
const limit: TerminationCount = {
  reason: "turn_limit",
  label: "turn limit",
  class: "abort",
  count: 66,
  share: 0.33,
  interval: null,
};

it("lays the reasons that occur side by side", () => {
  expect(segments([done, refused, limit])).toEqual([
    { label: "task done", aborted: false, from: 0, share: 0.67, words: "task done 134" },
    { label: "turn limit", aborted: true, from: 0.67, share: 0.33, words: "turn limit 66" },
  ]);
});

it("labels inside only what is wide enough", () => {
  const [first, second] = segments([
    { ...done, share: 0.9 },
    { ...limit, share: 0.1 },
  ]);
  expect([first && labelFits(first), second && labelFits(second)]).toEqual([true, false]);
});

it("words a strip", () => {
  expect(endingWords({ aborted: 0, abortRate: 0 })).toBe("all finished");
  expect(endingWords({ aborted: 1, abortRate: 1 / 42 })).toBe("1 aborted");
  expect(endingWords({ aborted: 12, abortRate: 12 / 42 })).toBe("29 % aborted");
  expect(endingWords({ aborted: 0, abortRate: null })).toBe("nothing started");
});

it("gives the same as a table, zero where an arm has none", () => {
  expect(
    terminationTable([
      { name: "off", terminations: [{ ...done, count: 200, share: 1, interval: null }] },
      { name: "on", terminations: [done, refused, limit] },
    ]),
  ).toEqual({
    columns: ["Reason", "off", "on"],
    rows: [
      ["task done", "200 = 100.0 %", "134 = 67.0 %, 60–73 % (95 %)"],
      ["turn limit", "0", "66 = 33.0 %"],
    ],
  });
});

it("names the commonest reasons of aborts and counts the rest", () => {
  const abort = (label: string, count: number) => ({ ...limit, label, count });
  expect(endingReasons([done, refused])).toBe("");
  expect(endingReasons([done, abort("tool error", 2), abort("turn limit", 66)])).toBe(
    "turn limit 66, tool error 2",
  );
  expect(
    endingReasons([abort("a", 1), abort("b", 3), abort("c", 5), abort("d", 0), abort("e", 1)]),
  ).toBe("c 5, b 3, others 2");
});
