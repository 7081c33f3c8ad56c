import { describe, expect, it } from "vitest";
import { limitsOf } from "@/lib/testing/measured";
import { breached, quiet } from "@/lib/testing/episodes";
import { type CaseSketch, talliesOf } from "@/lib/testing/tallies";
import { shareOfEpisodes } from "./share-of-episodes";

const success = {
  numerator: (tally: { attackSuccess: number }) => tally.attackSuccess,
  denominator: (tally: { finished: number }) => tally.finished,
  none: "Nothing finished.",
};

function shareOf(cases: readonly CaseSketch[], confidence = 0.95) {
  return shareOfEpisodes(talliesOf(cases), success, confidence);
}

/** Ten cases of `replicas` replicas each, of which the first is hit every time. */
function oneInTen(replicas: number): CaseSketch[] {
  return Array.from({ length: 10 }, (_, index) => ({
    case: `case-${index}`,
    episodes: Array.from({ length: replicas }, () => (index === 0 ? breached() : quiet())),
  }));
}

describe("a share of episodes", () => {
  it("weighs cases by their episodes", () => {
    const found = shareOf([
      { case: "a", episodes: [breached()] },
      { case: "b", episodes: [quiet(), quiet(), quiet()] },
    ]);
    expect(found).toMatchObject({ value: 0.25, numerator: 1, denominator: 4 });
    expect(found).toHaveProperty(
      "interval.method",
      "Wilson at the effective sample size, cases as clusters",
    );
  });

  it("does not narrow when replicas are copies", () => {
    const [lo, hi] = limitsOf(shareOf(oneInTen(1)));
    const [moreLo, moreHi] = limitsOf(shareOf(oneInTen(20)));
    expect(lo).toBeCloseTo(0.017876213095072924, 12);
    expect(moreHi - moreLo).toBeGreaterThan(hi - lo);
  });

  it("takes pooled tallies of a case as one cluster, never as more cases", () => {
    expect(shareOf([...oneInTen(1), ...oneInTen(1)])).toEqual(shareOf(oneInTen(2)));
  });

  it("widens with the level", () => {
    const [lo, hi] = limitsOf(shareOf(oneInTen(1), 0.95));
    const [lower, higher] = limitsOf(shareOf(oneInTen(1), 0.99));
    expect(lower).toBeLessThan(lo);
    expect(higher).toBeGreaterThan(hi);
  });

  it("rests on `size` where the share is of something else than episodes", () => {
    const tallies = talliesOf(oneInTen(2));
    const narrow = shareOfEpisodes(tallies, success, 0.95);
    const wide = shareOfEpisodes(tallies, { ...success, size: () => 0 }, 0.95);
    expect(wide).toMatchObject({ value: 0.1, numerator: 2, denominator: 20 });
    expect(limitsOf(wide)).not.toEqual(limitsOf(narrow));
  });

  it("is n/a without a denominator, and has no interval from one case", () => {
    expect(shareOf([])).toEqual({ kind: "na", reason: "Nothing finished." });
    expect(shareOf([{ case: "a", episodes: [quiet()] }])).toEqual({
      kind: "value",
      value: 0,
      numerator: 0,
      denominator: 1,
      interval: null,
      note: "One case only: it has a rate, but no interval.",
    });
  });
});
