import { describe, expect, it } from "vitest";
import { DEFAULT_POLICY } from "@/lib/domain/policy";
import type { EpisodeRecord } from "@/lib/domain/records";
import { armInput, articleOff, articleOn } from "@/lib/testing/article";
import { breached, died, quiet } from "@/lib/testing/episodes";
import { talliesOf } from "@/lib/testing/tallies";
import { makeComparisonReport } from "./make-comparison-report";
import { poolArms } from "./pool-arms";
import type { ArmInput } from "./report-input";

const on = armInput("on", articleOn(), true);
const off = armInput("off", articleOff(), false);
/** Calls are recorded, but nothing that would tell whether the attack succeeded. */
const untold: Partial<EpisodeRecord> = { termination: "task_done" };

const compare = (baseline: ArmInput, candidate: ArmInput) =>
  makeComparisonReport(baseline, candidate, DEFAULT_POLICY);

function changed(arm: ArmInput, changes: Partial<ArmInput["campaign"]>): ArmInput {
  return { ...arm, campaign: { ...arm.campaign, ...changes } };
}

function ofCases(cases: number, episodes: (index: number) => Partial<EpisodeRecord>[]): ArmInput {
  const tallies = talliesOf(
    Array.from({ length: cases }, (_, index) => ({
      case: `case-${index}`,
      episodes: episodes(index),
    })),
  );
  return changed(armInput("arm", tallies, true), { planned: undefined });
}

describe("outcomes that nobody told", () => {
  const breaches = ofCases(14, () => [breached(), breached()]);

  it("shut arms that tell theirs to a different extent", () => {
    const report = compare(
      breaches,
      ofCases(14, () => [quiet(), untold]),
    );
    expect(report.comparison).toEqual({ state: "not_comparable" });
    expect(report.answer).toBe(
      "Not comparable: the outcome of 50 % of the candidate's episodes is not told, of 0 % of the baseline's.",
    );
    expect(report.explanation).toBe(
      "Where nothing tells whether the attack succeeded, no success is counted: a difference would flatter the candidate. No difference is computed.",
    );
    expect(report.refusals).toEqual([
      {
        code: "UNTOLD_RATES_DIFFER",
        sentence:
          "The outcome of 50 % of the candidate's episodes is not told, of 0 % of the baseline's.",
        figures: {
          candidateUntold: 14,
          candidateStarted: 28,
          baselineUntold: 0,
          baselineStarted: 28,
          commonCases: 14,
        },
        thresholds: { margin: 0.05, alpha: 0.05 },
        advice: [
          "Have the harness record whether the attacker's action happened, or marker and authorisation of each call, so that it can be told.",
          "Then run the 14 cases with such episodes again in both arms.",
        ],
        rerunCases: 14,
      },
    ]);
    expect(report.witness.state).toBe("not_run");
  });

  it("leave it untold where a few are missing in few cases", () => {
    const report = compare(
      breaches,
      ofCases(14, (index) => [quiet(), index === 0 ? untold : quiet()]),
    );
    expect(report.comparison.state).toBe("not_shown");
    expect(report.headline).toBe(
      "Cannot tell whether the arms tell their outcomes alike: 14 common cases are too few.",
    );
    expect(report.refusals).toMatchObject([{ code: "UNTOLD_TOO_FEW", rerunCases: 1 }]);
  });

  it("are asked about before witnesses, and after aborts", () => {
    const blind = ofCases(14, () => [{ ...quiet(), marker: undefined }, untold]);
    expect(compare(breaches, blind).refusals.map(({ code }) => code)).toEqual([
      "UNTOLD_RATES_DIFFER",
    ]);
    const dying = ofCases(14, () => [died(), untold]);
    expect(compare(breaches, dying)).toMatchObject({
      refusals: [{ code: "TOO_MANY_ABORTS" }],
      outcomes: { state: "not_run" },
    });
  });

  it("are no question where neither arm tells any", () => {
    const nothing = ofCases(14, () => [untold, untold]);
    const report = compare(nothing, nothing);
    expect(report.comparison.state).toBe("comparable");
    expect(report.outcomes.state).toBe("not_applicable");
    expect(report.answer).toContain("Both arms can be compared, but neither records an outcome.");
  });
});

describe("records refused at import", () => {
  it("keep complete data from being complete", () => {
    const report = compare(off, changed(on, { refusedRecords: 60 }));
    expect(report.comparison).toEqual({ state: "not_shown", worstCase: null });
    expect(report.headline).toBe("No episode was aborted, but 60 records were refused at import.");
    expect(report.refusals).toEqual([
      {
        code: "RECORDS_REFUSED",
        sentence: "60 records were refused at import.",
        figures: { candidateRefused: 60, baselineRefused: 0 },
        thresholds: { refused: 0 },
        advice: ["Mend the refused records (the import names each), import again, then compare."],
        rerunCases: 0,
      },
    ]);
  });

  it("count once where both arms are of one campaign, or a pool has two arms of it", () => {
    const same = { ...changed(off, { refusedRecords: 2 }) };
    const other = {
      ...changed(on, { refusedRecords: 2 }),
      identity: { ...on.identity, campaignSlug: same.identity.campaignSlug },
    };
    expect(compare(same, other).refusals[0]?.sentence).toBe("2 records were refused at import.");
    expect(poolArms([same, other]).campaign.refusedRecords).toBe(2);
  });

  it("are an alarm of both arms where they are duplicates, added up over a pool's campaigns", () => {
    const duplicated = changed(on, { refusedRecords: 2, duplicateRecords: 2 });
    const { baseline, candidate } = compare(off, duplicated);
    expect([baseline.alarms, candidate.alarms]).toEqual([0, 2]);
    expect([baseline.duplicateRecords, candidate.duplicateRecords]).toEqual([undefined, 2]);
    const other = changed(off, { refusedRecords: 1, duplicateRecords: 1 });
    const sameCampaign = { ...duplicated, identity: { ...on.identity, armKey: "second" } };
    expect(poolArms([duplicated, sameCampaign, other]).campaign.duplicateRecords).toBe(3);
  });
});

describe("an interrupted campaign", () => {
  it("is not complete, on either side and in a pool", () => {
    const report = compare(changed(off, { interrupted: true }), on);
    expect(report.comparison).toEqual({ state: "not_shown", worstCase: null });
    expect(report.refusals).toEqual([
      {
        code: "CAMPAIGN_INTERRUPTED",
        sentence: "1 campaign was interrupted.",
        figures: { candidateInterrupted: 0, baselineInterrupted: 1 },
        thresholds: { interrupted: 0 },
        advice: ["Run the interrupted campaign to its end, import it whole, then compare."],
        rerunCases: 0,
      },
    ]);
    const second = { ...on, identity: { ...on.identity, campaignSlug: "second" } };
    const pool = poolArms([on, changed(second, { interrupted: true })]);
    expect(compare(off, pool).comparison.state).toBe("not_shown");
  });

  it("is said where many cases show parity all the same", () => {
    const many = ofCases(60, () => [quiet()]);
    const report = compare(many, changed(many, { interrupted: true }));
    expect(report.comparison).toMatchObject({ state: "comparable", basis: "equivalent" });
    expect(report.explanation).toBe(
      "In total and by group of reasons, the abort rates differ by less than 5 points. 1 campaign was interrupted.",
    );
  });

  it("has every missing thing said", () => {
    const report = compare(
      off,
      changed(on, { interrupted: true, refusedRecords: 1, planned: { replicasPerCase: 4 } }),
    );
    expect(report.explanation).toBe(
      "1 record was refused at import. 1 campaign was interrupted. What was not run may differ from what was. 14 cases cannot show that the abort rates are equal in general (each could be up to 19 %).",
    );
    expect(report.refusals.map(({ code }) => code)).toEqual([
      "PLANNED_EPISODES_MISSING",
      "RECORDS_REFUSED",
      "CAMPAIGN_INTERRUPTED",
    ]);
  });
});
