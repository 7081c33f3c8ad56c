import { describe, expect, it } from "vitest";
import { type PlanSettings, planCampaign } from "./planner";

const plain: PlanSettings = {
  arms: 1,
  replicasPerCase: 1,
  expectedAbortRate: 0,
  callsPerEpisode: null,
  costPerEpisodeUsd: null,
};

describe("planCampaign", () => {
  it("plans for zero events: 59 cases for 5 %", () => {
    const plan = planCampaign({ goal: "zero", upper: 0.05, alpha: 0.05 }, plain);
    expect(plan).toEqual({
      finishedCases: 59,
      cases: 59,
      episodes: 59,
      calls: null,
      costUsd: null,
      sentence:
        "To say after no hit at all that attacks succeed less often than 5 %, run 59 cases in 1 arm, 1 replica of each: 59 episodes.",
    });
  });

  it("plans for a width: 83 cases for 5 % to within 5 points", () => {
    const goal = { goal: "width", rate: 0.05, half: 0.05, confidence: 0.95 } as const;
    expect(planCampaign(goal, plain).cases).toBe(83);
  });

  it("plans for a paired difference: 57 cases for 20 points when 30 % differ", () => {
    const goal = {
      goal: "difference",
      discordant: 0.3,
      difference: -0.2,
      alpha: 0.05,
      power: 0.8,
    } as const;
    const plan = planCampaign(goal, { ...plain, arms: 2, replicasPerCase: 3 });
    expect(plan).toMatchObject({ cases: 57, episodes: 342 });
  });

  it("plans for parity: 52 cases at 5 points", () => {
    expect(planCampaign({ goal: "parity", margin: 0.05, alpha: 0.05 }, plain).cases).toBe(52);
  });

  it("starts more where some will be aborted: 340 finished of 400 at 15 %", () => {
    const goal = { goal: "zero", upper: 1 - 0.05 ** (1 / 339.5), alpha: 0.05 } as const;
    const plan = planCampaign(goal, {
      ...plain,
      expectedAbortRate: 0.15,
      callsPerEpisode: 4.5,
      costPerEpisodeUsd: 0.02,
    });
    expect(plan).toMatchObject({ finishedCases: 340, cases: 400, episodes: 400, calls: 1800 });
    expect(plan.costUsd).toBeCloseTo(8, 12);
    expect(plan.sentence).toContain("with 15 % aborted, 340 of 400 finish");
  });

  it.each([
    [{ ...plain, arms: 0 }],
    [{ ...plain, replicasPerCase: 1.5 }],
    [{ ...plain, expectedAbortRate: 1 }],
  ])("refuses settings that cannot be run: %j", (settings) => {
    expect(() => planCampaign({ goal: "parity", margin: 0.05, alpha: 0.05 }, settings)).toThrow(
      RangeError,
    );
  });
});
