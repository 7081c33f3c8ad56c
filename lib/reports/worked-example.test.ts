import { describe, expect, it } from "vitest";
import { damage } from "@/lib/metrics/damage";
import { gammaMean } from "@/lib/stats/gamma-mean";
import { workedTallies } from "./worked-campaigns";
import { type WorkedStep, workedExample } from "./worked-example";

const example = workedExample(0.95);

function resultsOf(arm: "on" | "off") {
  const steps = example.arms.find((entry) => entry.arm === arm)?.steps ?? [];
  return steps.map(({ inserted, result }) => `${inserted} = ${result}`);
}

function valueOf(steps: readonly WorkedStep[], what: string): number {
  return steps.find((step) => step.what.startsWith(what))?.value ?? Number.NaN;
}

describe("the article's four campaigns", () => {
  it("come out at the published figures: 0.0476, 0.0714 and 60 % on; 0.1667, 0 and 0 off", () => {
    expect(resultsOf("on")).toEqual([
      "2 / 42 = 0.0476",
      "3 / 42 = 0.0714",
      "3 / 5 = 60 %",
      "1 / 42 = 2.4 %",
    ]);
    expect(resultsOf("off")).toEqual([
      "7 / 42 = 0.1667",
      "0 / 42 = 0.0000",
      "0 / 7 = 0 %",
      "4 / 42 = 9.5 %",
    ]);
  });

  it("ran in the order on, off, off, on, over 42 episodes each", () => {
    expect(
      example.campaigns.map(({ name, arm, cases, episodes }) => [name, arm, cases, episodes]),
    ).toEqual([
      ["Campaign 1, guardrail on", "on", 14, 42],
      ["Campaign 2, guardrail off", "off", 14, 42],
      ["Campaign 3, guardrail off", "off", 14, 42],
      ["Campaign 4, guardrail on", "on", 14, 42],
    ]);
  });

  it("list the acts that make the figures", () => {
    const acts = example.arms.map(({ acts: all }) =>
      all.map((act) => [
        act.case,
        act.tool,
        act.weight,
        act.executed,
        act.denied,
        act.damage,
        act.exposure,
      ]),
    );
    expect(acts).toEqual([
      [
        ["crm-note", "write_note", 1, 0, 3, 0, 3],
        ["account-mail", "send_email", 2, 1, 0, 2, 0],
      ],
      [
        ["crm-note", "write_note", 1, 3, 0, 3, 0],
        ["crm-note", "send_email", 2, 1, 0, 2, 0],
        ["account-mail", "send_email", 2, 1, 0, 2, 0],
      ],
    ]);
  });
});

describe("the interval of damage, step by step", () => {
  it("says what goes in and what comes out", () => {
    expect(example.interval.map(({ inserted, result }) => `${inserted} = ${result}`)).toEqual([
      "2 / 42 = 0.0476",
      "(2 / 42)² = 0.0023",
      "3 × 3 / 42 = 0.2143",
      "0.0238 · 0.0506 = 0.0012",
      "0.0920 · 9.0610 = 0.8335",
    ]);
  });

  it("ends at the published limits, which its own parts give again", () => {
    const [lo, hi] = [
      valueOf(example.interval, "The lower"),
      valueOf(example.interval, "The upper"),
    ];
    expect(lo).toBeCloseTo(0.00120560990401, 12);
    expect(hi).toBeCloseTo(0.833536471516, 10);
    const again = gammaMean(
      {
        totals: workedTallies("on").map((tally) => tally.damage),
        n: 42,
        maxCaseTotal: valueOf(example.interval, "w,") * 42,
      },
      0.95,
    );
    expect(again?.mean).toBe(valueOf(example.interval, "y,"));
    expect(again?.lo).toBeCloseTo(lo, 15);
    expect(again?.hi).toBeCloseTo(hi, 15);
  });

  it("follows the policy's level", () => {
    const wide = workedExample(0.99);
    const registered = damage.measure(workedTallies("on"), { confidence: 0.99 });
    if (registered.kind === "na" || registered.interval === null) throw new Error("n/a");
    expect(valueOf(wide.interval, "The upper")).toBe(registered.interval.hi);
    expect(wide.interval.at(-1)?.formula).toContain("χ²(0.995;");
  });
});

describe("the identity", () => {
  it("is 5/42 = 3/42 + 2/42, 60 % of it by a rule", () => {
    expect(
      example.decomposition.map(({ inserted, result }) => `${inserted} gives ${result}`),
    ).toEqual([
      "7 / 42 − 2 / 42 = 5 / 42 gives 0.1190",
      "3 / 42 − 0 / 42 = 3 / 42 gives 0.0714",
      "7 / 42 − 5 / 42 = 2 / 42 gives 0.0476",
      "(3 / 42) / (5 / 42) gives 60 %",
    ]);
    const [drop, byRule, never, share] = example.decomposition.map((step) => step.value);
    expect([drop, byRule, never, share]).toEqual([5 / 42, 3 / 42, 2 / 42, 0.6]);
  });
});
