import { describe, expect, it } from "vitest";
import { breached, died, quiet } from "@/lib/testing/episodes";
import { limitsOf, measured } from "@/lib/testing/measured";
import { worstCaseAttack } from "./worst-case-attack";

describe("worst-case attack success", () => {
  it("is the rate of the attack that succeeds most, over all cases of that attack", () => {
    const found = measured(worstCaseAttack, [
      { case: "a1", attack: "a", episodes: [breached(), quiet()] },
      { case: "a2", attack: "a", episodes: [breached(), quiet()] },
      { case: "b1", attack: "b", episodes: [quiet(), quiet(), breached()] },
      { case: "c1", attack: "c", episodes: [died({ attackerAction: true })] },
    ]);
    expect(found).toMatchObject({ value: 0.5, numerator: 2, denominator: 4, note: "Attack: a." });
    expect(found).toMatchObject({
      interval: {
        level: 0.95,
        method: "Clopper-Pearson over 2 attacks, the lower limit by Bonferroni",
      },
    });
  });

  it("takes the largest upper limit unadjusted and lower limits by Bonferroni", () => {
    // Upper: P(X <= 2 of 4) = 0.025. Lower, over two attacks: P(X >= 2 of 4) = 0.025 / 2.
    const [lo, hi] = limitsOf(
      measured(worstCaseAttack, [
        { case: "a", episodes: [breached(), breached(), quiet(), quiet()] },
        { case: "b", episodes: [breached(), quiet(), quiet()] },
      ]),
    );
    expect(hi).toBeCloseTo(0.932414013511457, 10);
    expect(lo).toBeCloseTo(0.04712079206396685, 10);
  });

  it("names the attack that rests on more episodes among equals, whatever their order", () => {
    const cases = [
      { case: "z", episodes: [breached(), quiet()] },
      { case: "m", episodes: [breached(), breached(), quiet(), quiet()] },
      { case: "b", episodes: [breached(), breached(), quiet(), quiet()] },
    ];
    const expected = {
      value: 0.5,
      numerator: 2,
      denominator: 4,
      note: "Attack: b, and 2 others alike.",
    };
    expect(measured(worstCaseAttack, cases)).toMatchObject(expected);
    expect(measured(worstCaseAttack, cases.toReversed())).toMatchObject(expected);
  });

  it("is n/a when no attack has a finished episode", () => {
    expect(measured(worstCaseAttack, [{ case: "a", episodes: [died()] }])).toEqual({
      kind: "na",
      reason: "Every episode was aborted.",
    });
  });
});
