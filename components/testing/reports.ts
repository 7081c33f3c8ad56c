import type { Measurement } from "@/lib/domain/measurement";
import { DEFAULT_POLICY } from "@/lib/domain/policy";
import type { ArmReport } from "@/lib/reports/arm-report";
import type { ComparisonReport } from "@/lib/reports/comparison-report";

/** An arm of 42 finished episodes for tests of what draws it; `measurements` are the only figures. */
export function armReport(
  measurements: Record<string, Measurement>,
  changes: Partial<ArmReport> = {},
): ArmReport {
  return {
    arm: {
      campaignSlug: "nightly-4",
      campaignName: "nightly-4",
      armKey: "on",
      armName: "guardrail 1.3",
      guardrail: { name: "doorman", version: "1.3", enabled: true },
      model: "m-1",
    },
    verdict: { code: "FAIL", sentence: "2 points of damage were seen." },
    cases: 14,
    started: 42,
    finished: 42,
    aborted: 0,
    measurements,
    terminations: [
      {
        reason: "task_done",
        label: "task done",
        class: "finished",
        count: 42,
        share: 1,
        interval: null,
      },
    ],
    inferredTerminations: { count: 0, started: 42 },
    hitsBeforeAbort: { episodes: 0, aborted: 0, points: 0 },
    asrBounds: null,
    damageBounds: null,
    damagedEpisodes: { episodes: 1, weighable: 42, largest: 2 },
    notWeighable: { episodes: 0, started: 42 },
    undetermined: 0,
    unattributed: { calls: 0, points: 0 },
    unknownTools: [],
    alarms: 0,
    attacks: [],
    tools: [],
    cautions: [],
    benign: null,
    ...changes,
  };
}

/** A comparison refused for 66 of 200 aborted episodes; `changes` make it another. */
export function comparisonReport(changes: Partial<ComparisonReport>): ComparisonReport {
  return {
    report: "comparison",
    version: 1,
    policy: DEFAULT_POLICY,
    baseline: armReport({}),
    candidate: armReport({}),
    pairing: { commonCases: 200, onlyBaseline: [], onlyCandidate: [] },
    configuration: [],
    gate: {
      state: "not_comparable",
      reason: "TOO_MANY_ABORTS",
      blocked: true,
      completeData: false,
      policy: { margin: 0.05, alpha: 0.05, maxAbortRate: 0.2, requireShownParity: false },
      cases: 200,
      candidateStarted: 200,
      baselineStarted: 200,
      candidateAborted: 66,
      baselineAborted: 0,
      candidateRate: 0.33,
      baselineRate: 0,
      lostCases: [],
      groups: [],
      direction: "flatters_candidate",
    },
    answer: "Not comparable.",
    headline: "33 % of the candidate's episodes were aborted, 0 % of the baseline's.",
    explanation: "A difference would flatter the candidate.",
    advice: ["Raise the turn limit of 15."],
    changes: [],
    notRecorded: [],
    changesSentence: "Nothing else that is recorded.",
    abortsFall: {
      aborted: 66,
      casesWithAborts: 66,
      topTwoShare: 0.15,
      sentence: "66 in 20 of 20 user tasks.",
    },
    comparison: { state: "not_comparable" },
    ...changes,
  };
}
