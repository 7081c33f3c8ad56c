import { describe, expect, it } from "vitest";
import { QUIET, talliesOf } from "@/lib/testing/tallies";
import { meanPerEpisode } from "./mean-per-episode";

const turns = {
  numerator: (tally: { turns: { sum: number } }) => tally.turns.sum,
  denominator: (tally: { turns: { episodes: number } }) => tally.turns.episodes,
  none: "Nobody counted.",
};

describe("a plain mean", () => {
  it("divides sums, so that a case with more episodes weighs more", () => {
    const tallies = talliesOf([
      {
        case: "a",
        episodes: [
          { ...QUIET, turns: 1 },
          { ...QUIET, turns: 2 },
          { ...QUIET, turns: 0 },
        ],
      },
      { case: "b", episodes: [{ ...QUIET, turns: 9 }, QUIET] },
    ]);
    expect(meanPerEpisode(tallies, turns)).toEqual({
      kind: "value",
      value: 3,
      numerator: 12,
      denominator: 4,
      interval: null,
      note: "A plain mean of what was run, without an interval.",
    });
  });

  it("is n/a with the reason given when no episode records it", () => {
    const tallies = talliesOf([{ case: "a", episodes: [QUIET] }]);
    expect(meanPerEpisode(tallies, turns)).toEqual({ kind: "na", reason: "Nobody counted." });
    expect(meanPerEpisode([], turns)).toEqual({ kind: "na", reason: "Nobody counted." });
  });
});
