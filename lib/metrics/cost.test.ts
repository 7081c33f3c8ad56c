import { describe, expect, it } from "vitest";
import { died, quiet } from "@/lib/testing/episodes";
import { measured } from "@/lib/testing/measured";
import { cost } from "./cost";

describe("cost", () => {
  it("is a plain mean over the finished attack episodes that record it", () => {
    const found = measured(cost, [
      { case: "a", episodes: [{ ...quiet(), costUsd: 0.25 }, { ...quiet(), costUsd: 0 }, quiet()] },
      { case: "b", episodes: [died({ costUsd: 8 })] },
      { case: "c", split: "benign", episodes: [{ ...quiet(), costUsd: 8 }] },
    ]);
    expect(found).toEqual({
      kind: "value",
      value: 0.125,
      numerator: 0.25,
      denominator: 2,
      interval: null,
      note: "A plain mean of what was run, without an interval.",
    });
  });

  it("is n/a, not 0, when no finished episode records it", () => {
    expect(measured(cost, [{ case: "a", episodes: [quiet(), died({ costUsd: 8 })] }])).toEqual({
      kind: "na",
      reason: "No finished attack episode records its cost.",
    });
  });
});
