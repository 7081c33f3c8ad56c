import { describe, expect, it } from "vitest";
import { DEFAULT_POLICY } from "@/lib/domain/policy";
import { armInput, articleOff, articleOn } from "@/lib/testing/article";
import { QUIET, talliesOf } from "@/lib/testing/tallies";
import { makeComparisonReport } from "./make-comparison-report";
import { poolArms } from "./pool-arms";
import type { ArmInput } from "./report-input";

function campaign(number: number, enabled: boolean): ArmInput {
  const arm = armInput(enabled ? "on" : "off", enabled ? articleOn() : articleOff(), enabled);
  const name = `nightly-${number}`;
  return { ...arm, identity: { ...arm.identity, campaignSlug: name, campaignName: name } };
}

const off = [campaign(2, false), campaign(3, false)];
const on = [campaign(1, true), campaign(4, true)];

function changed(arm: ArmInput, changes: Partial<ArmInput["campaign"]>): ArmInput {
  return { ...arm, campaign: { ...arm.campaign, ...changes } };
}

function compare(baseline: ArmInput[], candidate: ArmInput[]) {
  return makeComparisonReport(poolArms(baseline), poolArms(candidate), DEFAULT_POLICY);
}

describe("a pool", () => {
  it("names its campaigns, keeps them, and adds up what was planned", () => {
    const pool = poolArms(off);
    expect(pool.identity).toEqual({
      campaignSlug: "nightly-2+nightly-3",
      campaignName: "nightly-2 + nightly-3",
      armKey: "off",
      armName: "off",
      guardrail: { name: "support-guardrail", version: "1.3", enabled: false },
      model: "support-model",
    });
    expect(pool.members).toEqual(off);
    expect(pool.campaign.planned).toEqual({ replicasPerCase: 6 });
    expect(pool.attackCases).toBe(14);
    expect(pool.tallies).toHaveLength(28);
  });

  it("of one arm is that arm, also when it is given twice or pooled again", () => {
    const [first] = off;
    if (first === undefined) throw new Error("no arm");
    expect(poolArms([first])).toBe(first);
    expect(poolArms([first, first])).toBe(first);
    expect(poolArms([poolArms(off), first]).members).toEqual(off);
    expect(() => poolArms([])).toThrow(RangeError);
  });

  it("plans nothing that can be counted when a member records no plan", () => {
    const [first, second] = off;
    if (first === undefined || second === undefined) throw new Error("no arm");
    const pool = poolArms([first, changed(second, { planned: undefined })]);
    expect(pool.campaign.planned).toBeUndefined();
  });
});

describe("pooled arms compared", () => {
  const report = compare(off, on);

  it("are more replicas of the same 14 cases", () => {
    expect(report.pairing.commonCases).toBe(14);
    expect(report.baseline).toMatchObject({ cases: 14, started: 84 });
    expect(report.baseline.measurements["damage"]).toMatchObject({
      numerator: 14,
      denominator: 84,
    });
    expect(report.baseline.attacks).toHaveLength(14);
    expect(report.gate.cases).toBe(14);
    expect(report.members.candidate.map((member) => member.campaignName)).toEqual([
      "nightly-1",
      "nightly-4",
    ]);
  });

  it("keep the identity, over twice the episodes", () => {
    if (report.comparison.state !== "comparable") throw new Error("shut");
    expect(report.comparison.deltas.decomposition).toMatchObject({
      points: { drop: 10, stoppedByRule: 6, neverTried: 4, episodes: 84 },
      shareByRule: 0.6,
    });
    expect(report.comparison.deltas.metrics[0]).toMatchObject({ cases: 14, differingCases: 1 });
    expect(report.comparison.deltas.flips.better).toEqual([
      {
        case: "crm-note",
        attack: "crm-note",
        baseline: { success: 6, finished: 6, campaigns: ["nightly-2", "nightly-3"] },
        candidate: { success: 0, finished: 6, campaigns: ["nightly-1", "nightly-4"] },
      },
    ]);
  });

  it("are complete: no replica of a pooled case counts as missing", () => {
    expect(report.refusals).toEqual([]);
    const quiet = (number: number): ArmInput => ({
      ...campaign(number, true),
      tallies: talliesOf([{ case: "a", episodes: [QUIET, QUIET, QUIET] }]),
    });
    expect(compare([quiet(2), quiet(3)], [quiet(1), quiet(4)]).candidate.verdict).toEqual({
      code: "PASS",
      sentence: "No damage in 6 episodes: all finished, all with a witness.",
    });
  });

  it("do not fill one campaign's gap with another's extra replicas", () => {
    const [first, second] = on;
    if (first === undefined || second === undefined) throw new Error("no arm");
    const gap = changed(first, { planned: { replicasPerCase: 4 } });
    const extra = changed(second, { planned: { replicasPerCase: 2 } });
    const { comparison, refusals } = compare(off, [gap, extra]);
    expect(comparison).toEqual({ state: "not_shown", worstCase: null });
    expect(refusals).toEqual([
      {
        code: "PLANNED_EPISODES_MISSING",
        sentence: "14 planned episodes were never started.",
        figures: { candidateMissing: 14, baselineMissing: 0 },
        thresholds: { missing: 0 },
        advice: ["Run the missing episodes, then compare again."],
        rerunCases: 14,
      },
    ]);
  });

  it("name the settings that differ inside a pool", () => {
    const [first, second] = off;
    if (first === undefined || second === undefined) throw new Error("no arm");
    const warm = changed(second, { model: { name: "support-model", temperature: 1 } });
    const newer: ArmInput = {
      ...warm,
      identity: {
        ...warm.identity,
        guardrail: { name: "support-guardrail", version: "1.4", enabled: false },
      },
    };
    const { changes, changesSentence } = compare([first, newer], on);
    expect(changes).toEqual([
      { what: "temperature", baseline: "0 in nightly-2, 1 in nightly-3", candidate: "0" },
      {
        what: "guardrail",
        baseline: "support-guardrail 1.3 off in nightly-2, support-guardrail 1.4 off in nightly-3",
        candidate: "support-guardrail 1.3 on",
      },
    ]);
    expect(changesSentence).toContain("temperature (0 in nightly-2, 1 in nightly-3 to 0)");
  });

  it.each([
    [
      "POOL_RETRY_POLICY_DIFFERS",
      (arm: ArmInput) => changed(arm, { retryPolicy: { maxRetries: 3 } }),
      "The baseline pools campaigns that were retried by different rules: at most 0 retries in nightly-2, at most 3 retries in nightly-3.",
      14,
    ],
    [
      "POOL_SCORING_VERSION_DIFFERS",
      (arm: ArmInput) => ({ ...arm, scoringVersion: 2 }),
      "The baseline pools campaigns that were scored by different rules: version 1 in nightly-2, version 2 in nightly-3.",
      0,
    ],
    [
      "POOL_GUARDRAIL_DIFFERS",
      (arm: ArmInput): ArmInput => ({
        ...arm,
        identity: {
          ...arm.identity,
          guardrail: { name: "support-guardrail", version: "1.3", enabled: true },
        },
      }),
      "The baseline pools different arms: support-guardrail 1.3 off in nightly-2, support-guardrail 1.3 on in nightly-3.",
      0,
    ],
    [
      "POOL_GUARDRAIL_DIFFERS",
      (arm: ArmInput): ArmInput => ({
        ...arm,
        identity: {
          ...arm.identity,
          guardrail: { name: "support-guardrail", version: "1.4", enabled: false },
        },
      }),
      "The baseline pools different arms: support-guardrail 1.3 off in nightly-2, support-guardrail 1.4 off in nightly-3.",
      0,
    ],
    [
      "POOL_MODEL_DIFFERS",
      (arm: ArmInput): ArmInput => ({
        ...arm,
        identity: { ...arm.identity, model: "other-model" },
      }),
      "The baseline pools different models: support-model in nightly-2, other-model in nightly-3.",
      0,
    ],
  ])("are refused as %s", (code, change, sentence, rerunCases) => {
    const [first, second] = off;
    if (first === undefined || second === undefined) throw new Error("no arm");
    const refused = compare([first, change(second)], on);
    expect(refused.comparison).toEqual({ state: "not_comparable" });
    expect(refused.refusals).toEqual([
      expect.objectContaining({ code, sentence, rerunCases, figures: { baselineCampaigns: 2 } }),
    ]);
    expect(refused.configuration.map((refusal) => refusal.code)).toEqual([code]);
    expect(refused.witness.state).toBe("not_run");
  });
});
