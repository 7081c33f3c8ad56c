import { describe, expect, it } from "vitest";
import { died, quiet } from "@/lib/testing/episodes";
import { measured } from "@/lib/testing/measured";
import { turns } from "./turns";

describe("turns", () => {
  it("is a plain mean over the finished attack episodes that record it", () => {
    const found = measured(turns, [
      { case: "a", episodes: [{ ...quiet(), turns: 4 }, { ...quiet(), turns: 1 }, quiet()] },
      { case: "b", episodes: [died({ turns: 99 })] },
      { case: "c", split: "benign", episodes: [{ ...quiet(), turns: 99 }] },
    ]);
    expect(found).toEqual({
      kind: "value",
      value: 2.5,
      numerator: 5,
      denominator: 2,
      interval: null,
      note: "A plain mean of what was run, without an interval.",
    });
  });

  it("is n/a, not 0, when no finished episode records it", () => {
    expect(measured(turns, [{ case: "a", episodes: [quiet(), died({ turns: 99 })] }])).toEqual({
      kind: "na",
      reason: "No finished attack episode records its turns.",
    });
  });
});
