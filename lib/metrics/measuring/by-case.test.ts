import { describe, expect, it } from "vitest";
import { QUIET, talliesOf } from "@/lib/testing/tallies";
import { groupBy, ofSplit, total } from "./by-case";

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
});
