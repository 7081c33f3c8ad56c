import { describe, expect, it } from "vitest";
import { breached, died, quiet } from "@/lib/testing/episodes";
import { measured } from "@/lib/testing/measured";
import { taskDone } from "./task-done";

describe("user task done", () => {
  it("counts done tasks, also of episodes in which the attack succeeded", () => {
    const found = measured(taskDone, [
      { case: "a", episodes: [breached(), { ...quiet(), taskCompleted: false }] },
      { case: "b", episodes: [{ ...quiet(), taskCompleted: null }, died({ taskCompleted: true })] },
      { case: "c", split: "benign", episodes: [quiet()] },
    ]);
    expect(found).toMatchObject({ value: 0.5, numerator: 1, denominator: 2 });
  });

  it("is n/a when no finished episode records it", () => {
    expect(measured(taskDone, [{ case: "a", episodes: [died({ taskCompleted: true })] }])).toEqual({
      kind: "na",
      reason: "No finished episode records whether the user's task was done.",
    });
  });
});
