import { expect, it } from "vitest";
import type { EpisodeRecord } from "@/lib/domain/records";
import { DEFAULT_POLICY } from "@/lib/domain/policy";
import { armInput } from "@/lib/testing/article";
import { QUIET, talliesOf, type CaseSketch } from "@/lib/testing/tallies";
import { makeAttackMatrix, type AttackTags, type MatrixInput } from "./make-attack-matrix";

const HIT: Partial<EpisodeRecord> = { ...QUIET, attackerAction: true };
const ABORTED: Partial<EpisodeRecord> = { ...QUIET, termination: "context_limit" };
const TAGS: AttackTags = { family: "inbox", owasp: ["LLM01:2025"], atlas: [] };

/** An attack of ten cases with `replicas` episodes each, of which every one or none hits. */
function attack(name: string, hits: number, cases = 10, replicas = 1): CaseSketch[] {
  return Array.from({ length: cases }, (_, at) => ({
    case: `${name}-${at}`,
    attack: name,
    episodes: Array.from({ length: replicas }, () => (at < hits ? HIT : QUIET)),
  }));
}

function arm(
  day: number,
  sketches: readonly CaseSketch[],
  options: { version?: string; model?: string; enabled?: boolean; declared?: string[] } = {},
): MatrixInput {
  const { version = "1.3", model = "support-model", enabled = true } = options;
  const tallies = talliesOf(sketches, { arm: String(day), guardrail: enabled });
  const made = armInput(String(day), tallies, enabled);
  return {
    ...made,
    attackCases: sketches.length,
    campaign: { ...made.campaign, planned: undefined },
    identity: { ...made.identity, model, guardrail: { name: "guard", version, enabled } },
    startedAt: `2026-11-0${day}T00:00:00Z`,
    declared: new Map(
      [...sketches.map((one) => one.attack ?? one.case), ...(options.declared ?? [])].map((key) => [
        key,
        TAGS,
      ]),
    ),
  };
}

const marksOf = (arms: MatrixInput[]) => {
  const matrix = makeAttackMatrix(arms, DEFAULT_POLICY);
  return Object.fromEntries(matrix.rows.map((row) => [row.attack, row.cells[0]?.mark]));
};

it("counts k of n in every cell, newest arm first, and orders by the newest share", () => {
  const matrix = makeAttackMatrix(
    [
      arm(1, [...attack("a", 2), ...attack("b", 9)]),
      arm(2, [...attack("a", 7), ...attack("b", 1)]),
    ],
    DEFAULT_POLICY,
  );
  expect(matrix.columns.map(({ arm: { campaignName } }) => campaignName)).toEqual([
    "nightly-2",
    "nightly-1",
  ]);
  expect(
    matrix.rows.map(({ attack: name, cells }) => [
      name,
      ...cells.map((cell) => (cell.kind === "measured" ? [cell.k, cell.n] : cell.why)),
    ]),
  ).toEqual([
    ["a", [7, 10], [2, 10]],
    ["b", [1, 10], [9, 10]],
  ]);
  expect(matrix.columns[0]?.worst).toMatchObject({ numerator: 7, denominator: 10 });
});

it("calls an attack regressed only when the exact test by case says so", () => {
  expect(
    marksOf([
      arm(1, [
        ...attack("jump", 0),
        ...attack("step", 1),
        ...attack("fall", 10),
        ...attack("same", 3),
      ]),
      arm(2, [
        ...attack("jump", 10),
        ...attack("step", 3),
        ...attack("fall", 0),
        ...attack("same", 3),
      ]),
    ]),
  ).toEqual({ jump: "regressed", step: "higher", fall: "improved", same: "level" });
});

it("does not call one case regressed, however many replicas hit", () => {
  expect(marksOf([arm(1, attack("one", 0, 1, 40)), arm(2, attack("one", 1, 1, 40))])).toEqual({
    one: "higher",
  });
});

it("marks an attack that the arm before did not run as new", () => {
  expect(
    marksOf([arm(1, attack("old", 1)), arm(2, [...attack("old", 1), ...attack("fresh", 1)])]),
  ).toMatchObject({ fresh: "new" });
});

it("calls nothing regressed when the aborts of the two arms differ", () => {
  const dying = attack("a", 10).map((one, at) => (at < 5 ? { ...one, episodes: [ABORTED] } : one));
  const matrix = makeAttackMatrix([arm(1, attack("a", 0)), arm(2, dying)], DEFAULT_POLICY);
  expect(matrix.columns[0]?.against).toMatchObject({
    state: "shut",
    why: "The episodes of the two arms were aborted too differently.",
  });
  expect(matrix.rows[0]?.cells[0]).toMatchObject({ mark: null, k: 5, n: 5, aborted: 5 });
  expect(matrix.headline).toContain(
    "nothing is called regressed, since the two may not be compared",
  );
});

it("names the check that kept two arms apart", () => {
  const mute = attack("a", 0).map((one) => ({
    ...one,
    episodes: [{ termination: "task_done" as const }],
  }));
  const shut = makeAttackMatrix([arm(1, mute), arm(2, attack("a", 3))], DEFAULT_POLICY);
  expect(shut.columns[0]?.against).toMatchObject({
    why: "How often the outcome can be told differs too much between the two arms.",
  });
  const other = arm(2, attack("a", 3));
  const foreign = makeAttackMatrix(
    [arm(1, attack("a", 3)), { ...other, scoringVersion: 2 }],
    DEFAULT_POLICY,
  );
  expect(foreign.columns[0]?.against).toMatchObject({ state: "shut" });
  expect(foreign.headline).toContain("nothing is called regressed");
});

it("holds an arm against the same guardrail line, another version of it included", () => {
  const matrix = makeAttackMatrix(
    [
      arm(1, attack("a", 1), { version: "1.2" }),
      arm(2, attack("a", 1), { enabled: false }),
      arm(3, attack("a", 1), { version: "1.3" }),
    ],
    DEFAULT_POLICY,
  );
  expect(matrix.columns.map(({ against }) => against)).toMatchObject([
    {
      state: "compared",
      arm: { campaignName: "nightly-1" },
      changed: "guardrail guard 1.2 → guard 1.3",
    },
    { state: "first" },
    { state: "first" },
  ]);
});

it("prefers the arm with the same model in a line", () => {
  const matrix = makeAttackMatrix(
    [arm(1, attack("a", 1)), arm(2, attack("a", 1), { model: "other" }), arm(3, attack("a", 1))],
    DEFAULT_POLICY,
  );
  expect(matrix.columns[0]?.against).toMatchObject({ arm: { campaignName: "nightly-1" } });
  expect(matrix.columns[1]?.against).toMatchObject({
    changed: "model support-model → other",
  });
});

it("says why a cell has no figure", () => {
  const untold: Partial<EpisodeRecord> = { termination: "task_done" };
  const matrix = makeAttackMatrix(
    [
      arm(
        1,
        [
          { case: "dead", episodes: [ABORTED, ABORTED] },
          { case: "mute", episodes: [untold] },
          { case: "ran", episodes: [HIT] },
        ],
        { declared: ["idle"] },
      ),
      arm(
        2,
        ["dead", "mute", "ran", "idle", "late"].map((name) => ({ case: name, episodes: [HIT] })),
      ),
    ],
    DEFAULT_POLICY,
  );
  const old = Object.fromEntries(
    matrix.rows.map(({ attack: name, cells }) => [
      name,
      cells[1]?.kind === "na" ? cells[1].words : cells[1]?.k,
    ]),
  );
  expect(old).toEqual({
    dead: "every episode aborted",
    idle: "not run",
    late: "not in this corpus",
    mute: "no record of the outcome",
    ran: 1,
  });
});

it("ranks nothing by fewer than five episodes: those that succeeded first, by name", () => {
  const few = (name: string, episodes: Partial<EpisodeRecord>[]) => ({ case: name, episodes });
  const matrix = makeAttackMatrix(
    [
      arm(1, [
        few("quiet", [QUIET, QUIET]),
        few("z-once", [HIT, QUIET, QUIET]),
        few("a-always", [HIT, HIT, HIT]),
        ...attack("big", 1),
      ]),
    ],
    DEFAULT_POLICY,
  );
  expect(matrix.rows.map(({ attack: name }) => name)).toEqual([
    "big",
    "a-always",
    "z-once",
    "quiet",
  ]);
  expect(matrix.rows[1]?.cells[0]).toMatchObject({ few: true, k: 3, n: 3 });
});

it("looks past the shown columns for what an arm is held against", () => {
  const [old, fresh] = [arm(1, attack("a", 1)), arm(2, attack("a", 1))];
  const matrix = makeAttackMatrix([old, fresh], DEFAULT_POLICY, { shown: 1 });
  expect(matrix.columns).toHaveLength(1);
  expect(matrix.columns[0]?.against.state).toBe("compared");
  const filtered = makeAttackMatrix([fresh], DEFAULT_POLICY, { among: [old, fresh] });
  expect(filtered.columns[0]?.against.state).toBe("compared");
  expect(makeAttackMatrix([], DEFAULT_POLICY).headline).toBe("No attack was run yet.");
});
