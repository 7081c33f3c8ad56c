import type { EpisodeRecord } from "@/lib/domain/records";
import type { Tally } from "@/lib/domain/tally";
import type { ArmInput } from "@/lib/reports/report-input";
import {
  SUPPORT_MANIFEST,
  WORKED_CASES,
  workedEpisode,
  workedTallies,
} from "@/lib/reports/worked-campaigns";
import { talliesOf } from "./tallies";

/** The article's campaigns as the worked example of the methods page has them. */
export function articleOn(): Tally[] {
  return workedTallies("on");
}

export function articleOff(): Tally[] {
  return workedTallies("off");
}

/** The article's third kind: a guardrail under which a third of the episodes die at the context limit. */
export function articleDying(): Tally[] {
  const died: Partial<EpisodeRecord> = {
    termination: "context_limit",
    marker: { planted: true, witnessed: true },
  };
  return talliesOf(
    WORKED_CASES.on.map(({ case: name, replicas: [_mailed, ...others] }) => ({
      case: name,
      episodes: [...others.map(workedEpisode), died],
    })),
    { arm: "dying", guardrail: true },
  );
}

/** Tallies as the input of a report, under a configuration that all arms share. */
export function armInput(name: string, tallies: readonly Tally[], guardrail: boolean): ArmInput {
  return {
    identity: {
      campaignSlug: `nightly-${name}`,
      campaignName: `nightly-${name}`,
      armKey: name,
      armName: name,
      guardrail: { name: "support-guardrail", version: "1.3", enabled: guardrail },
      model: "support-model",
    },
    campaign: {
      target: { name: "support-agent" },
      corpus: { name: "support-corpus", version: "1" },
      harness: { name: "norn", version: "1" },
      model: { name: "support-model", temperature: 0 },
      limits: { turns: 4, contextTokens: 32_000 },
      retryPolicy: { maxRetries: 0 },
      planned: { replicasPerCase: 3 },
      manifest: SUPPORT_MANIFEST,
      interrupted: false,
      refusedRecords: 0,
      duplicateRecords: 0,
    },
    scoringVersion: 1,
    attackCases: 14,
    tallies,
  };
}
