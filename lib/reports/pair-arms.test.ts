import { describe, expect, it } from "vitest";
import { died, quiet } from "@/lib/testing/episodes";
import { talliesOf } from "@/lib/testing/tallies";
import { gateCases, pairArms, talliesOfSide, witnessPairs } from "./pair-arms";

const unseen = { ...quiet(), marker: { planted: true, witnessed: false } };

const baseline = talliesOf([
  { case: "a", episodes: [quiet(), died()] },
  { case: "b", attack: "x", episodes: [unseen] },
  { case: "c", episodes: [quiet()] },
  { case: "never", episodes: [] },
  { case: "w", split: "benign", episodes: [quiet()] },
]);
const candidate = talliesOf([
  { case: "d", episodes: [quiet()] },
  { case: "b", attack: "x", episodes: [quiet()] },
  { case: "a", episodes: [died()] },
  { case: "a", episodes: [died({ termination: "provider_error" }), quiet()] },
  { case: "never", episodes: [quiet()] },
  { case: "w", split: "benign", episodes: [quiet()] },
]);

describe("two arms by case", () => {
  const pairing = pairArms(baseline, candidate);

  it("pair what both started, pooled tallies together, and name the rest", () => {
    expect(
      pairing.cases.map((pair) => [
        pair.case,
        pair.attack,
        pair.baseline.length,
        pair.candidate.length,
      ]),
    ).toEqual([
      ["a", "a", 1, 2],
      ["b", "x", 1, 1],
    ]);
    expect(pairing.onlyBaseline).toEqual(["c"]);
    expect(pairing.onlyCandidate).toEqual(["d", "never"]);
  });

  it("pair another split on its own", () => {
    expect(pairArms(baseline, candidate, "benign").cases.map((pair) => pair.case)).toEqual(["w"]);
  });

  it("give each side's tallies in order of the cases", () => {
    const names = (side: "baseline" | "candidate") =>
      talliesOfSide(pairing.cases, side).map((tally) => [tally.case, tally.started]);
    expect(names("baseline")).toEqual([
      ["a", 2],
      ["b", 1],
    ]);
    expect(names("candidate")).toEqual([
      ["a", 1],
      ["a", 2],
      ["b", 1],
    ]);
  });

  it("count for the gates: how episodes ended, and those without a witness, aborted or not", () => {
    expect(gateCases(candidate).slice(0, 3)).toEqual([
      { case: "d", started: 1, aborts: { task_done: 1 } },
      { case: "b", started: 1, aborts: { task_done: 1 } },
      { case: "a", started: 3, aborts: { turn_limit: 1, provider_error: 1, task_done: 1 } },
    ]);
    expect(witnessPairs(pairing.cases)).toEqual([
      { candidate: { count: 0, started: 3 }, baseline: { count: 0, started: 2 } },
      { candidate: { count: 0, started: 1 }, baseline: { count: 1, started: 1 } },
    ]);
  });
});
