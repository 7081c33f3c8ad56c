import type { Measurement } from "@/lib/domain/measurement";
import type { ArmReport } from "@/lib/reports/arm-report";

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
