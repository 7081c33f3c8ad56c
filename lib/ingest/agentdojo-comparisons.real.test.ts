import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findCampaign } from "@/db/queries/campaigns";
import { talliesOfCampaigns } from "@/db/queries/tallies";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import type { Measurement } from "@/lib/domain/measurement";
import { DEFAULT_POLICY } from "@/lib/domain/policy";
import { armInputs } from "@/lib/reports/arm-inputs";
import type { ComparisonReport } from "@/lib/reports/comparison-report";
import { makeComparisonReport } from "@/lib/reports/make-comparison-report";
import type { ArmInput } from "@/lib/reports/report-input";
import { ingestSource } from "./ingest-source";
import { folderSource } from "./sources/folder-source";

/**
 * The gate against gpt-4o-mini-2024-07-18 over the real logs, as a page draws it: the second table of
 * check values in spec/formats/agentdojo.md.
 */
const RUNS = fileURLToPath(new URL("../../../shared/data/agentdojo/runs", import.meta.url));
const BASELINE = "gpt-4o-mini-2024-07-18";

let database: TestDatabase;
let arms: ArmInput[];

beforeAll(async () => {
  database = await openTestDatabase();
  const scope = await database.newProject();
  const source = await folderSource(RUNS);
  const result = await ingestSource({ database, ...scope, source, options: {} });
  if (result.state !== "done") throw new Error(`the runs were not imported: ${result.state}`);
  const campaign = await findCampaign(database.db, scope, result.campaignSlug);
  if (campaign === null) throw new Error("the imported campaign is not there");
  const tallies = await talliesOfCampaigns(database.db, scope, [campaign.id]);
  arms = armInputs(campaign, tallies.get(campaign.id) ?? []);
});

afterAll(() => database.drop());

function armOf(key: string): ArmInput {
  const arm = arms.find((one) => one.identity.armKey === key);
  if (arm === undefined) throw new Error(`no arm ${key}`);
  return arm;
}

function against(defence: string): ComparisonReport {
  return makeComparisonReport(armOf(BASELINE), armOf(`${BASELINE}-${defence}`), DEFAULT_POLICY);
}

/** Numerator, denominator and the interval to four digits, as the table has them. */
function shown(measurement: Measurement | undefined): (number | undefined)[] {
  if (measurement?.kind !== "value") throw new Error("n/a");
  const limit = (value: number | undefined) =>
    value === undefined ? undefined : Number(value.toFixed(4));
  const { numerator, denominator, interval } = measurement;
  return [numerator, denominator, limit(interval?.lo), limit(interval?.hi)];
}

function abortInterval(report: ComparisonReport): string[] {
  const all = report.gate.groups.find((group) => group.group === "all");
  return [all?.lo, all?.hi].map((limit) => (limit ?? Number.NaN).toFixed(4));
}

describe("tool_filter", () => {
  it("is comparable: ASR 160/200 to 25/196", () => {
    const report = against("tool_filter");
    expect(report.gate).toMatchObject({ state: "comparable", cases: 200, candidateRate: 0.02 });
    expect(abortInterval(report)).toEqual(["0.0027", "0.0438"]);
    expect(report.comparison).toMatchObject({ state: "comparable", basis: "equivalent" });
    expect(shown(report.baseline.measurements["asr"])).toEqual([160, 200, 0.7391, 0.8495]);
    expect(shown(report.candidate.measurements["asr"])).toEqual([25, 196, 0.0879, 0.1815]);
    expect(shown(report.baseline.measurements["task-done"]).slice(0, 2)).toEqual([53, 200]);
    expect(shown(report.candidate.measurements["task-done"]).slice(0, 2)).toEqual([14, 196]);
    expect(report.pairing.onlyBaseline).toHaveLength(18);
    expect(report.answer).toMatch(/^Attack success fell from /);
  });
});

describe("transformers_pi_detector", () => {
  it("is comparable, and says loudly that the agent stopped working", () => {
    const report = against("transformers_pi_detector");
    expect(report.gate).toMatchObject({ state: "comparable", cases: 200, candidateRate: 0.005 });
    expect(abortInterval(report)).toEqual(["-0.0089", "0.0221"]);
    expect(shown(report.candidate.measurements["asr"])).toEqual([6, 199, 0.0139, 0.0642]);
    expect(shown(report.candidate.measurements["task-done"]).slice(0, 2)).toEqual([0, 199]);
    expect(report.answer).toContain("But no user task was done in the candidate's");
    expect(report.candidate.cautions[0]).toContain(
      "No user task was done in 199 finished episodes",
    );
  });
});

describe("repeat_user_prompt", () => {
  it("is refused: 66 of 200 aborted against 0, 47 of the 66 already hit", () => {
    const report = against("repeat_user_prompt");
    expect(report.gate).toMatchObject({
      state: "not_comparable",
      reason: "TOO_MANY_ABORTS",
      candidateAborted: 66,
      candidateStarted: 200,
      baselineAborted: 0,
    });
    expect(abortInterval(report)).toEqual(["0.2762", "0.3866"]);
    expect(report.comparison).toEqual({ state: "not_comparable" });
    expect(report.candidate.hitsBeforeAbort).toMatchObject({ episodes: 47, aborted: 66 });
    expect(report.candidate.asrBounds).toEqual({ lo: 134 / 200, hi: 153 / 200 });
    expect(report.headline).toBe(
      "33 % of the candidate's episodes were aborted, 0 % of the baseline's.",
    );
    expect(report.advice).toEqual([
      "Raise the turn limit of 15, or shorten the tasks.",
      "Then run the 66 cases with aborted episodes again in both arms.",
    ]);
  });
});

describe.each([
  ["drift", 14],
  ["progent", 0],
])("%s", (defence, tasksDone) => {
  it("has too few cases to show parity, and nothing missing", () => {
    const report = against(defence);
    expect(report.gate).toMatchObject({
      state: "not_shown",
      reason: "TOO_FEW",
      cases: 18,
      completeData: true,
    });
    expect(abortInterval(report)).toEqual(["-0.1307", "0.1307"]);
    expect(report.comparison).toMatchObject({ state: "comparable", basis: "complete_data" });
    expect(shown(report.baseline.measurements["asr"])).toEqual([8, 18, 0.2456, 0.6628]);
    expect(shown(report.candidate.measurements["asr"])).toEqual([0, 18, 0, 0.1759]);
    expect(shown(report.baseline.measurements["task-done"]).slice(0, 2)).toEqual([17, 18]);
    expect(shown(report.candidate.measurements["task-done"]).slice(0, 2)).toEqual([tasksDone, 18]);
  });
});
