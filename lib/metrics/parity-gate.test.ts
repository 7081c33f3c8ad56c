import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { TERMINATION_REASONS, TERMINATIONS } from "@/lib/domain/termination";
import {
  type GateCase,
  type GatePolicy,
  type ParityGate,
  parityGate,
} from "@/lib/metrics/parity-gate";
import { departures, goldenCases } from "@/lib/stats/testing/golden";

const POLICY: GatePolicy = {
  margin: 0.05,
  alpha: 0.05,
  maxAbortRate: 0.2,
  requireShownParity: false,
};

/** An arm of `cases` cases with `started` episodes each; `aborts` are per case, from the first on. */
function arm(
  cases: number,
  started: number,
  aborts: Partial<Record<keyof typeof TERMINATIONS, readonly number[]>> = {},
): GateCase[] {
  return Array.from({ length: cases }, (_, i) => ({
    case: `c${String(i + 1).padStart(4, "0")}`,
    started,
    aborts: Object.fromEntries(
      TERMINATION_REASONS.flatMap((reason) => {
        const count = aborts[reason]?.[i] ?? 0;
        return count === 0 ? [] : [[reason, count]];
      }),
    ),
  }));
}

const repeat = (count: number, value: number): number[] =>
  Array.from({ length: count }, () => value);

const reasonCount = z.number().optional();
const goldenArm = z.array(
  z
    .object({
      case: z.string(),
      n: z.number(),
      context_limit: reasonCount,
      turn_limit: reasonCount,
      tool_error: reasonCount,
      provider_error: reasonCount,
      unknown: reasonCount,
    })
    .strict()
    .transform(({ case: name, n, ...counts }): GateCase => ({
      case: name,
      started: n,
      aborts: Object.fromEntries(
        Object.entries(counts).flatMap(([reason, c]) => (c === undefined ? [] : [[reason, c]])),
      ),
    })),
);
const goldenInput = z.object({
  note: z.string(),
  delta: z.number(),
  alpha: z.number(),
  maxAbort: z.number(),
  defended: goldenArm,
  baseline: goldenArm,
});
const GOLDEN = goldenCases("parityGate", goldenInput, z.record(z.string(), z.unknown()));

/** The gate's answer in the words of the reference file. */
function inGoldenWords(gate: ParityGate): Record<string, unknown> {
  const all = gate.groups.find((g) => g.group === "all");
  return {
    state: gate.state,
    reason: gate.reason,
    blocked: gate.blocked,
    completeData: gate.completeData,
    cases: gate.cases,
    lostCases: gate.lostCases.length,
    defRate: gate.candidateRate,
    baseRate: gate.baselineRate,
    diff: (gate.candidateRate ?? 0) - (gate.baselineRate ?? 0),
    pSignFlip: all?.p,
    lo: all?.lo ?? null,
    hi: all?.hi ?? null,
    groups: Object.fromEntries(gate.groups.map((g) => [g.group, g.finding])),
  };
}

describe("the reference scenarios", () => {
  it("are 29", () => {
    expect(GOLDEN).toHaveLength(29);
  });

  it.each(GOLDEN.map((c) => [c.input.note, c] as const))("%s", (_, { id, input, expected }) => {
    const policy = {
      ...POLICY,
      margin: input.delta,
      alpha: input.alpha,
      maxAbortRate: input.maxAbort,
    };
    const gate = parityGate(input.defended, input.baseline, policy);
    expect(departures(inGoldenWords(gate), expected, id)).toEqual([]);
    expect(gate.policy).toEqual(policy);
  });
});

describe("groups", () => {
  it("counts every reason on the line that the termination table names, and nowhere else", () => {
    for (const reason of TERMINATION_REASONS) {
      const gate = parityGate(arm(60, 1, { [reason]: [1] }), arm(60, 1), POLICY);
      const counted = gate.groups.filter((g) => g.candidateAborts === 1).map((g) => g.group);
      const group = TERMINATIONS[reason].parityGroup;
      expect([reason, counted]).toEqual([reason, group === null ? [] : ["all", group]]);
    }
  });

  it("gives the evidence of each line", () => {
    const gate = parityGate(
      arm(14, 3, { context_limit: [1, 1], budget_limit: [1], empty_output: [0, 0, 1] }),
      arm(14, 3, { tool_error: [1] }),
      POLICY,
    );
    expect(gate.groups.map((g) => [g.group, g.candidateAborts, g.baselineAborts, g.p])).toEqual([
      ["all", 4, 1, 0.25],
      ["limits", 3, 0, 0.5],
      ["tool", 0, 1, 1],
      ["provider", 1, 0, 1],
      ["unknown", 0, 0, 1],
    ]);
    expect(gate.groups[1]?.candidateRate).toBeCloseTo(3 / 42, 15);
    expect(gate.groups[2]?.difference).toBeCloseTo(-1 / 42, 15);
    expect([gate.candidateStarted, gate.candidateAborted, gate.baselineAborted]).toEqual([
      42, 4, 1,
    ]);
  });

  it("has none when an arm wholly aborted, and says no direction", () => {
    const gate = parityGate(arm(5, 2, { unknown: repeat(5, 2) }), arm(5, 2), POLICY);
    expect([gate.reason, gate.groups, gate.direction]).toEqual(["ALL_ABORTED", [], null]);
    expect(gate.lostCases).toEqual(["c0001", "c0002", "c0003", "c0004", "c0005"]);
  });
});

describe("direction", () => {
  it("names the arm that aborts more as the one that may be flattered", () => {
    const many = arm(200, 3, { provider_error: repeat(60, 1) });
    expect(parityGate(many, arm(200, 3), POLICY).direction).toBe("flatters_candidate");
    expect(parityGate(arm(200, 3), many, POLICY).direction).toBe("flatters_baseline");
  });

  it("is silent when totals agree", () => {
    const gate = parityGate(
      arm(200, 3, { context_limit: repeat(48, 1) }),
      arm(200, 3, { provider_error: repeat(48, 1) }),
      POLICY,
    );
    expect([gate.reason, gate.direction]).toEqual(["REASONS_DIFFER", null]);
  });
});

describe("cases that the arms do not share", () => {
  it("stay out of every count, and a case that never started is not shared", () => {
    const extra = { case: "only here", started: 5, aborts: { turn_limit: 5 } };
    const unstarted = { case: "planned", started: 0, aborts: {} };
    const gate = parityGate(
      [...arm(52, 1), extra, unstarted],
      [...arm(52, 1), { case: "planned", started: 1, aborts: {} }],
      POLICY,
    );
    expect([gate.reason, gate.cases, gate.candidateStarted, gate.baselineStarted]).toEqual([
      "EQUIVALENT",
      52,
      52,
      52,
    ]);
  });

  it("leave counts of everything given, and no rate, when none is shared", () => {
    const gate = parityGate(
      [{ case: "x", started: 3, aborts: { unknown: 1 } }],
      [{ case: "y", started: 2, aborts: {} }],
      POLICY,
    );
    expect(gate).toEqual({
      state: "not_shown",
      reason: "NO_COMMON_CASES",
      blocked: true,
      completeData: false,
      policy: POLICY,
      cases: 0,
      candidateStarted: 3,
      baselineStarted: 2,
      candidateAborted: 1,
      baselineAborted: 0,
      candidateRate: null,
      baselineRate: null,
      lostCases: [],
      groups: [],
      direction: null,
    });
  });
});

describe("policy", () => {
  it("requireShownParity blocks complete data that cannot show parity, and nothing else", () => {
    const strict = { ...POLICY, requireShownParity: true };
    const few = parityGate(arm(14, 3), arm(14, 3), strict);
    expect([few.state, few.completeData, few.blocked]).toEqual(["not_shown", true, true]);
    expect(parityGate(arm(14, 3), arm(14, 3), POLICY).blocked).toBe(false);
    expect(parityGate(arm(53, 3), arm(53, 3), strict).blocked).toBe(false);
  });

  it("allows the limits themselves: a fifth aborted, a fifth lost", () => {
    const fifth = arm(200, 1, { turn_limit: repeat(40, 1) });
    expect(parityGate(fifth, fifth, POLICY).reason).toBe("TOO_FEW");
    const over = arm(200, 1, { turn_limit: repeat(41, 1) });
    expect(parityGate(over, over, POLICY).reason).toBe("TOO_MANY_ABORTS");
  });

  it("takes 15 against 10 of 100 for the full 5 points, though 0.15 - 0.1 < 0.05 in doubles", () => {
    const gate = parityGate(
      arm(100, 1, { turn_limit: repeat(15, 1) }),
      arm(100, 1, { turn_limit: repeat(10, 1) }),
      POLICY,
    );
    expect(gate.groups[0]?.difference).toBeLessThan(0.05);
    expect([gate.reason, gate.groups[0]?.p]).toEqual(["RATES_DIFFER", 2 / 2 ** 5]);
  });

  it("follows another margin: 25 cases without aborts show parity at 10 points", () => {
    const wide = { ...POLICY, margin: 0.1 };
    expect(parityGate(arm(25, 1), arm(25, 1), wide).reason).toBe("EQUIVALENT");
    expect(parityGate(arm(24, 1), arm(24, 1), wide).reason).toBe("TOO_FEW");
  });
});

describe("input that cannot be", () => {
  const good = arm(2, 1);
  it.each([
    ["a case named twice", [...good, ...good], POLICY],
    ["more aborts than episodes", arm(2, 1, { unknown: [2] }), POLICY],
    ["half an episode", [{ case: "a", started: 0.5, aborts: {} }], POLICY],
    ["a negative count", [{ case: "a", started: 1, aborts: { unknown: -1 } }], POLICY],
    ["no margin", good, { ...POLICY, margin: 0 }],
    ["a level of one half", good, { ...POLICY, alpha: 0.5 }],
    ["a share above 1", good, { ...POLICY, maxAbortRate: 1.1 }],
  ])("%s throws", (_, cases, policy) => {
    expect(() => parityGate(cases, good, policy)).toThrow(RangeError);
  });
});

describe("laws", () => {
  const count = fc.nat({ max: 2 });
  const anyArm = fc.uniqueArray(
    fc.record({
      case: fc.integer({ min: 1, max: 30 }).map(String),
      started: fc.nat({ max: 4 }).map((more) => 6 + more),
      aborts: fc.record({ context_limit: count, provider_error: count, unknown: count }),
    }),
    { selector: (c) => c.case, maxLength: 30 },
  );

  it("swapping the arms mirrors the evidence and keeps the verdict", () => {
    fc.assert(
      fc.property(anyArm, anyArm, (a, b) => {
        const there = parityGate(a, b, POLICY);
        const back = parityGate(b, a, POLICY);
        expect([back.state, back.reason, back.blocked]).toEqual([
          there.state,
          there.reason,
          there.blocked,
        ]);
        expect(back.lostCases).toEqual(there.lostCases);
        expect([back.candidateRate, back.baselineRate]).toEqual([
          there.baselineRate,
          there.candidateRate,
        ]);
        expect((back.direction === null) === (there.direction === null)).toBe(true);
        if (there.direction !== null) expect(back.direction).not.toBe(there.direction);
        const mirrored = there.groups.map((g) => ({
          finding: g.finding,
          p: g.p,
          difference: -g.difference,
          lo: g.hi === null ? null : -g.hi,
          hi: g.lo === null ? null : -g.lo,
        }));
        expect(departures(back.groups, mirrored)).toEqual([]);
      }),
    );
  });

  it("the order of the cases changes nothing, to the last bit", () => {
    fc.assert(
      fc.property(anyArm, anyArm, (a, b) => {
        expect(parityGate(a.toReversed(), b.toReversed(), POLICY)).toEqual(
          parityGate(a, b, POLICY),
        );
      }),
    );
  });

  it("only an open or complete gate is unblocked, and every number is finite", () => {
    fc.assert(
      fc.property(anyArm, anyArm, (a, b) => {
        const gate = parityGate(a, b, POLICY);
        const mayOpen =
          gate.state === "comparable" || (gate.state === "not_shown" && gate.completeData);
        expect(gate.blocked).toBe(!mayOpen);
        for (const g of gate.groups) {
          expect(g.lo ?? -1).toBeLessThanOrEqual(g.difference);
          expect(g.hi ?? 1).toBeGreaterThanOrEqual(g.difference);
          expect(g.p > 0 && g.p <= 1).toBe(true);
        }
      }),
    );
  });

  it("finished reasons change nothing", () => {
    const plain = arm(60, 3, { tool_error: [1, 1] });
    const told = plain.map((c) => ({
      ...c,
      aborts: { ...c.aborts, task_done: 2, guardrail_stop: 1 },
    }));
    expect(parityGate(told, plain, POLICY)).toEqual(parityGate(plain, plain, POLICY));
  });
});
