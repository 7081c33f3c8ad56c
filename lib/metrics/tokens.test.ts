import { describe, expect, it } from "vitest";
import { died, quiet } from "@/lib/testing/episodes";
import { measured } from "@/lib/testing/measured";
import { tokens } from "./tokens";

describe("tokens", () => {
  it("is a plain mean over the finished attack episodes that record it", () => {
    const found = measured(tokens, [
      {
        case: "a",
        episodes: [
          { ...quiet(), tokens: { prompt: 100, completion: 20, firstRequest: 90 } },
          { ...quiet(), tokens: { completion: 30 } },
          quiet(),
        ],
      },
      { case: "b", episodes: [died({ tokens: { prompt: 9_000 } })] },
      { case: "c", split: "benign", episodes: [{ ...quiet(), tokens: { prompt: 9_000 } }] },
    ]);
    expect(found).toEqual({
      kind: "value",
      value: 75,
      numerator: 150,
      denominator: 2,
      interval: null,
      note: "A plain mean of what was run, without an interval.",
    });
  });

  it("is n/a, not 0, when no finished episode records it", () => {
    expect(
      measured(tokens, [{ case: "a", episodes: [quiet(), died({ tokens: { prompt: 9_000 } })] }]),
    ).toEqual({
      kind: "na",
      reason: "No finished attack episode records its tokens.",
    });
  });
});
