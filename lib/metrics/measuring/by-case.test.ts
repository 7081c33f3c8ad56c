import { describe, expect, it } from "vitest";
import { QUIET, talliesOf } from "@/lib/testing/tallies";
import { groupBy, mostByCase, ofSplit, sumsByCase, total } from "./by-case";

const tallies = talliesOf([
  { case: "a", attack: "x", episodes: [QUIET, QUIET] },
  { case: "b", attack: "y", split: "benign", episodes: [QUIET] },
  { case: "c", attack: "x", episodes: [QUIET] },
  { case: "d", attack: "z", split: "probe", episodes: [] },
]);

describe("tallies by case", () => {
  it("are told apart by split", () => {
    expect(ofSplit(tallies, "attack").map((tally) => tally.case)).toEqual(["a", "c"]);
    expect(ofSplit(tallies, "benign").map((tally) => tally.case)).toEqual(["b"]);
    expect(ofSplit(tallies, "probe").map((tally) => tally.case)).toEqual(["d"]);
  });

  it("sum one quantity, 0 over nothing", () => {
    expect(total(tallies, (tally) => tally.started)).toBe(4);
    expect(total([], (tally) => tally.started)).toBe(0);
  });

  it("group by a key, in order of first appearance, none lost", () => {
    const groups = [...groupBy(tallies, (tally) => tally.attack)];
    expect(groups.map(([attack, group]) => [attack, group.map((tally) => tally.case)])).toEqual([
      ["x", ["a", "c"]],
      ["y", ["b"]],
      ["z", ["d"]],
    ]);
  });

  it("sum and peak by case, pooled tallies of a case together, cases in order of appearance", () => {
    const pooled = [...tallies, ...talliesOf([{ case: "a", ceiling: 7, episodes: [QUIET] }])];
    const sums = sumsByCase(pooled, {
      numerator: (tally) => tally.started,
      denominator: (tally) => 2 * tally.started,
    });
    expect(sums).toEqual({ num: [3, 1, 1, 0], den: [6, 2, 2, 0] });
    expect(mostByCase(pooled, (tally) => tally.ceiling ?? -1)).toEqual([7, 0, 0, 0]);
  });

  it("are looked at again when their array has grown", () => {
    const growing = talliesOf([{ case: "a", episodes: [QUIET] }]);
    const started = { numerator: () => 1, denominator: () => 1 };
    expect(ofSplit(growing, "attack")).toHaveLength(1);
    expect(sumsByCase(growing, started).num).toEqual([1]);
    growing.push(...talliesOf([{ case: "b", episodes: [QUIET] }]));
    expect(ofSplit(growing, "attack")).toHaveLength(2);
    expect(sumsByCase(growing, started).num).toEqual([1, 1]);
  });
});
