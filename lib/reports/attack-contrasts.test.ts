import { describe, expect, it } from "vitest";
import type { EpisodeRecord } from "@/lib/domain/records";
import { type CaseSketch, QUIET, talliesOf } from "@/lib/testing/tallies";
import { newcombePaired } from "@/lib/stats/newcombe-paired";
import { attackContrasts } from "./attack-contrasts";
import { pairArms } from "./pair-arms";

const HIT: Partial<EpisodeRecord> = { ...QUIET, attackerAction: true };

/** One case an entry: "h" a success, "." a safe episode, "x" an abort. */
function attack(name: string, outcomes: readonly string[]): CaseSketch[] {
  const episode = { h: HIT, ".": QUIET, x: { ...QUIET, termination: "turn_limit" as const } };
  return outcomes.map((episodes, index) => ({
    case: `${name}-${index}`,
    attack: name,
    episodes: [...episodes.matchAll(/[h.x]/g)].map(([code]) =>
      code === "h" || code === "x" ? episode[code] : episode["."],
    ),
  }));
}

function contrasts(baseline: CaseSketch[], candidate: CaseSketch[]) {
  return attackContrasts(pairArms(talliesOf(baseline), talliesOf(candidate)).cases, {
    confidence: 0.95,
  });
}

describe("per-attack contrasts", () => {
  const rows = contrasts(
    [
      ...attack("all-fall", ["h", "h", "h", "h", "h", "h"]),
      ...attack("most-fall", ["h", "h", "h", "h", "h", "."]),
      ...attack("single", ["hhh"]),
    ],
    [
      ...attack("all-fall", [".", ".", ".", ".", ".", "."]),
      ...attack("most-fall", [".", ".", ".", ".", ".", "h"]),
      ...attack("single", ["..."]),
    ],
  );

  it("test each attack by case, exactly", () => {
    expect(rows.map(({ attack: name, p }) => [name, p])).toEqual([
      ["most-fall", 14 / 64],
      ["all-fall", 2 / 64],
      ["single", 1],
    ]);
  });

  it("adjust for how many attacks were tested and let stand what is left at 10 %", () => {
    expect(rows.map(({ attack: name, q, stands }) => [name, q, stands])).toEqual([
      ["most-fall", (14 / 64) * (3 / 2), false],
      ["all-fall", (2 / 64) * 3, true],
      ["single", 1, false],
    ]);
    expect(rows.every((row) => row.exploratory)).toBe(true);
  });

  it("have the interval of their own cases, and none of a single case's replicas", () => {
    const limits = newcombePaired({ both: 0, firstOnly: 1, secondOnly: 5, neither: 0 }, 0.95);
    expect(rows[0]?.interval).toEqual({
      lo: limits?.lo,
      hi: limits?.hi,
      level: 0.95,
      method: "Newcombe's paired method 10",
    });
    expect(rows[2]?.interval).toBeNull();
  });

  it("count cases, and put the largest rise first", () => {
    expect(rows[0]).toMatchObject({
      baseline: { success: 5, finished: 6 },
      candidate: { success: 1, finished: 6 },
      difference: 1 / 6 - 5 / 6,
      cases: 6,
      differingCases: 6,
    });
  });

  it("leave out a case that one arm never finished, and an attack that has no other", () => {
    const left = contrasts(
      [...attack("a", ["h", "h"]), ...attack("b", ["h"])],
      [...attack("a", [".", "x"]), ...attack("b", ["x"])],
    );
    expect(left).toHaveLength(1);
    expect(left[0]).toMatchObject({
      attack: "a",
      baseline: { success: 1, finished: 1 },
      candidate: { success: 0, finished: 1 },
      cases: 1,
    });
  });

  it("are none where nothing was decided", () => {
    expect(contrasts([], [])).toEqual([]);
  });
});
