import { describe, expect, it } from "vitest";
import { died, quiet } from "@/lib/testing/episodes";
import { measured } from "@/lib/testing/measured";
import { reach } from "./reach";

describe("injection reached the model", () => {
  it("is over the episodes that record it, aborted ones too", () => {
    const found = measured(reach, [
      {
        case: "a",
        episodes: [
          { ...quiet(), injectionReached: true },
          { ...quiet(), injectionReached: false },
        ],
      },
      {
        case: "b",
        episodes: [
          died({ injectionReached: true }),
          { ...quiet(), injectionReached: null },
          quiet(),
        ],
      },
    ]);
    expect(found).toMatchObject({ value: 2 / 3, numerator: 2, denominator: 3 });
  });

  it("is n/a when nobody recorded it", () => {
    expect(measured(reach, [{ case: "a", episodes: [quiet()] }])).toEqual({
      kind: "na",
      reason: "No attack episode records whether the injection reached the model.",
    });
  });
});
