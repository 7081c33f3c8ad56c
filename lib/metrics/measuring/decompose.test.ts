import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decompose } from "./decompose";

const points = fc.integer({ min: 0, max: 60 }).map((halves) => halves / 2);
const arm = fc.record({ damage: points, exposure: points });

describe("the per-arm identity", () => {
  it("splits the article's fall, in points over 42 episodes", () => {
    expect(decompose({ damage: 7, exposure: 0 }, { damage: 2, exposure: 3 })).toEqual({
      drop: 5,
      stoppedByRule: 3,
      neverTried: 2,
      shareByRule: 0.6,
    });
  });

  it("gives no share where damage did not fall", () => {
    expect(decompose({ damage: 2, exposure: 0 }, { damage: 2, exposure: 3 })).toEqual({
      drop: 0,
      stoppedByRule: 3,
      neverTried: -3,
      shareByRule: null,
    });
    expect(decompose({ damage: 1, exposure: 3 }, { damage: 2, exposure: 0 })).toEqual({
      drop: -1,
      stoppedByRule: -3,
      neverTried: 2,
      shareByRule: null,
    });
  });

  it("adds up, never-tried is the fall of what was attempted, and swapping the arms turns all signs", () => {
    fc.assert(
      fc.property(arm, arm, (before, after) => {
        const there = decompose(before, after);
        const back = decompose(after, before);
        expect(there.stoppedByRule + there.neverTried).toBe(there.drop);
        expect(there.neverTried).toBe(
          before.damage + before.exposure - (after.damage + after.exposure),
        );
        expect(back.drop + there.drop).toBe(0);
        expect(back.stoppedByRule + there.stoppedByRule).toBe(0);
        expect(back.neverTried + there.neverTried).toBe(0);
      }),
    );
  });
});
