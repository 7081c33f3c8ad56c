import { describe, expect, it } from "vitest";
import type { Measurement } from "@/lib/domain/measurement";
import { DEFAULT_POLICY } from "@/lib/domain/policy";
import { armInput, articleDying, articleOff } from "@/lib/testing/article";
import { makeArmReport } from "./make-arm-report";
import { makePlan } from "./make-plan";
import { planDefaults } from "./plan-defaults";
import { PLAN_FIELDS, planNumbers } from "./plan-fields";

const numbers = planNumbers({
  baseline: "15",
  difference: "10",
  power: "80",
  level: "5",
  differ: "20",
  abortsBaseline: "0",
  abortsCandidate: "0",
  replicas: "3",
  cost: "0.1",
  minutes: "2",
});
const plan = (more: Partial<typeof numbers> = {}) => {
  const made = makePlan({ ...numbers, ...more }, DEFAULT_POLICY);
  if (made.state === "impossible") throw new Error(made.reason);
  return made;
};

describe("a plan", () => {
  it("has the cases of the article's question, in two arms, with cost and time", () => {
    expect(plan().rows[0]).toEqual({
      question: "A fall from 15 % to 5 %, with 80 % power at level 5 %",
      arms: 2,
      finishedCases: 155,
      cases: 155,
      episodes: 930,
      costUsd: 93,
      hours: 31,
    });
    expect(plan().sentence).toBe(
      "To show that attack success falls from 15 % to 5 %, run 155 cases in two arms, 3 replicas of each: 930 episodes. It costs $93.00 and takes 31 hours one after the other.",
    );
  });

  it("counts a case for the difference only when it finishes in both arms", () => {
    const { rows, sentence } = plan({
      abortsBaseline: 10,
      abortsCandidate: 20,
      cost: 0,
      minutes: 0,
    });
    expect(rows.map((row) => [row.finishedCases, row.cases])).toEqual([
      [155, 216],
      [rows[1]?.finishedCases, Math.ceil((rows[1]?.finishedCases ?? 0) / 0.8)],
      [29, 37],
      [52, 52],
    ]);
    expect(rows[0]).toMatchObject({ costUsd: null, hours: null });
    expect(sentence).toContain("With the aborts expected, 155 of them finish in both arms.");
  });

  it("says first that the gate would refuse what aborts above the policy's cap", () => {
    expect(plan({ abortsBaseline: 20, abortsCandidate: 20 }).notes[0]).not.toContain("refused");
    expect(plan({ abortsCandidate: 33 }).notes[0]).toBe(
      "With 33 % of an arm aborted the comparison would be refused, however many cases are run: the policy allows 20 %. Lower the aborts first.",
    );
  });

  it("takes strangers for the share of differing cases where none is given, and says so", () => {
    const { rows, notes } = plan({ differ: 0 });
    expect(notes[0]).toContain("18.5 % of the cases are taken to end differently");
    expect(rows[0]?.cases).toBe(143);
  });

  it("refuses numbers that contradict each other, in words", () => {
    expect(makePlan({ ...numbers, difference: 30 }, DEFAULT_POLICY)).toEqual({
      state: "impossible",
      reason: "A rate of 15 % cannot fall by 30 points: ask for a smaller fall, or a higher rate.",
    });
    expect(makePlan({ ...numbers, differ: 40 }, DEFAULT_POLICY)).toEqual({
      state: "impossible",
      reason:
        "With rates of 15 % and 5 %, between 10 % and 20 % of the cases can end differently; 40 % cannot.",
    });
  });

  it("is made of every extreme that the form allows, or refused", () => {
    const ends = Object.values(PLAN_FIELDS).flatMap(({ name, min, max }) => [
      { ...numbers, [name]: min },
      { ...numbers, [name]: max },
    ]);
    const plans = [...ends, { ...numbers, baseline: 100, difference: 100, differ: 0 }].map((end) =>
      makePlan(end, DEFAULT_POLICY),
    );
    const sizes = plans.flatMap((made) =>
      made.state === "planned" ? made.rows.map(({ episodes }) => episodes) : [],
    );
    expect(sizes.length).toBeGreaterThan(40);
    expect(sizes.filter((size) => !Number.isSafeInteger(size) || size < 1)).toEqual([]);
  });
});

describe("the numbers of an address", () => {
  it("fall back on the campaign's, then on common ones", () => {
    const read = planNumbers({ baseline: "abc", replicas: "2.4", power: "1000" }, { baseline: 40 });
    expect([read.baseline, read.replicas, read.power]).toEqual([40, 2, 80]);
  });

  it("take from a campaign what it tells", () => {
    const arms = [
      makeArmReport(armInput("off", articleOff(), false), DEFAULT_POLICY),
      makeArmReport(armInput("dying", articleDying(), true), DEFAULT_POLICY),
    ];
    expect(planDefaults(arms, 3)).toMatchObject({
      abortsBaseline: 0,
      abortsCandidate: 33,
      replicas: 3,
    });
    expect(planDefaults([], null)).toEqual({});
    const lasting = (value: number) => {
      const duration: Measurement = {
        kind: "value",
        value,
        numerator: value,
        denominator: 1,
        interval: null,
      };
      const timed = arms.map((arm) => ({
        ...arm,
        measurements: { ...arm.measurements, duration },
      }));
      return planDefaults(timed, 3).minutes;
    };
    // 0.0016 s would be 0.000027 minutes, which nobody can read in a field.
    expect([lasting(123), lasting(0.0016)]).toEqual([2.05, undefined]);
  });
});
