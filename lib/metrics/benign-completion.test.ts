import { describe, expect, it } from "vitest";
import { died, quiet } from "@/lib/testing/episodes";
import { measured } from "@/lib/testing/measured";
import { benignCompletion } from "./benign-completion";

describe("legitimate work done", () => {
  it("is over finished benign episodes that record the task", () => {
    const found = measured(benignCompletion, [
      {
        case: "a",
        split: "benign",
        episodes: [quiet(), { ...quiet(), taskCompleted: false }, died()],
      },
      { case: "b", split: "benign", episodes: [{ ...quiet(), taskCompleted: null }] },
      { case: "c", episodes: [quiet()] },
    ]);
    expect(found).toMatchObject({ value: 0.5, numerator: 1, denominator: 2 });
  });

  it.each([
    ["No benign case was run in this arm.", "attack" as const],
    ["No finished benign episode records whether the task was done.", "benign" as const],
  ])("is n/a: %s", (reason, split) => {
    const episodes = [died({ taskCompleted: true })];
    expect(measured(benignCompletion, [{ case: "a", split, episodes }])).toEqual({
      kind: "na",
      reason,
    });
  });
});
