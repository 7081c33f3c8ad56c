import { describe, expect, it } from "vitest";
import { died, quiet } from "@/lib/testing/episodes";
import { measured } from "@/lib/testing/measured";
import { duration } from "./duration";

describe("duration", () => {
  it("is a plain mean over the finished attack episodes that record it", () => {
    const found = measured(duration, [
      {
        case: "a",
        episodes: [{ ...quiet(), durationMs: 1_500 }, { ...quiet(), durationMs: 500 }, quiet()],
      },
      { case: "b", episodes: [died({ durationMs: 60_000 })] },
      { case: "c", split: "benign", episodes: [{ ...quiet(), durationMs: 60_000 }] },
    ]);
    expect(found).toEqual({
      kind: "value",
      value: 1,
      numerator: 2,
      denominator: 2,
      interval: null,
      note: "A plain mean of what was run, without an interval.",
    });
  });

  it("is n/a, not 0, when no finished episode records it", () => {
    expect(
      measured(duration, [{ case: "a", episodes: [quiet(), died({ durationMs: 60_000 })] }]),
    ).toEqual({
      kind: "na",
      reason: "No finished attack episode records its duration.",
    });
  });
});
