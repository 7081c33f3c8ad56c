import type { ArmInput } from "./report-input";
import type { ConfigurationChange, ConfigurationRefusal } from "./comparison-report";

type Setting = { what: string; of: (arm: ArmInput) => string | null };

const SETTINGS: readonly Setting[] = [
  { what: "target", of: ({ campaign }) => versioned(campaign.target) },
  { what: "model", of: (arm) => arm.identity.model ?? arm.campaign.model?.name ?? null },
  { what: "temperature", of: ({ campaign }) => text(campaign.model?.temperature) },
  { what: "corpus", of: ({ campaign }) => versioned(campaign.corpus) },
  { what: "harness", of: ({ campaign }) => versioned(campaign.harness) },
  { what: "turn limit", of: ({ campaign }) => text(campaign.limits?.turns) },
  { what: "context limit", of: ({ campaign }) => text(campaign.limits?.contextTokens) },
  { what: "token budget", of: ({ campaign }) => text(campaign.limits?.budgetTokens) },
  { what: "time limit", of: ({ campaign }) => text(campaign.limits?.wallClockMs) },
  { what: "retry policy", of: ({ campaign }) => retryPolicy(campaign.retryPolicy) },
];

const NOT_RECORDED = "not recorded";

/** Settings that differ between the arms beside the guardrail, and those that neither records. */
export function compareConfiguration(
  baseline: ArmInput,
  candidate: ArmInput,
): { changes: ConfigurationChange[]; notRecorded: string[] } {
  const changes: ConfigurationChange[] = [];
  const notRecorded: string[] = [];
  for (const { what, of } of SETTINGS) {
    const before = of(baseline);
    const after = of(candidate);
    if (before === null && after === null) notRecorded.push(what);
    else if (before !== after) {
      changes.push({
        what,
        baseline: before ?? NOT_RECORDED,
        candidate: after ?? NOT_RECORDED,
      });
    }
  }
  return { changes, notRecorded };
}

/** Settings whose difference shuts the comparison, whatever the episodes say (methods.md 5). */
export function configurationRefusals(
  baseline: ArmInput,
  candidate: ArmInput,
): ConfigurationRefusal[] {
  const refusals: ConfigurationRefusal[] = [];
  const before = retryPolicy(baseline.campaign.retryPolicy);
  const after = retryPolicy(candidate.campaign.retryPolicy);
  if (before !== null && after !== null && before !== after) {
    refusals.push({
      code: "RETRY_POLICY_DIFFERS",
      sentence: `The arms were retried by different rules: ${before} in the baseline, ${after} in the candidate.`,
      advice: "Run both arms again under one retry policy.",
    });
  }
  if (baseline.scoringVersion !== candidate.scoringVersion) {
    refusals.push({
      code: "SCORING_VERSION_DIFFERS",
      sentence: `The arms were scored by different rules: version ${baseline.scoringVersion} and version ${candidate.scoringVersion}.`,
      advice: "Import both campaigns again, so that the same rules score them.",
    });
  }
  return refusals;
}

/** One sentence on what else changed, for the page and the print. */
export function changesSentence(
  changes: readonly ConfigurationChange[],
  notRecorded: readonly string[],
): string {
  const unknown =
    notRecorded.length === 0 ? "" : ` Recorded in neither arm: ${notRecorded.join(", ")}.`;
  if (changes.length === 0) return `Nothing that is recorded beside the guardrail.${unknown}`;
  const list = changes
    .map((change) => `${change.what} (${change.baseline} to ${change.candidate})`)
    .join(", ");
  return `The guardrail is not the only change: ${list}. A difference cannot be laid to the guardrail alone.${unknown}`;
}

function versioned(value: { name: string; version?: string | undefined }): string {
  return value.version === undefined ? value.name : `${value.name} ${value.version}`;
}

function text(value: number | undefined): string | null {
  return value === undefined ? null : String(value);
}

function retryPolicy(policy: ArmInput["campaign"]["retryPolicy"]): string | null {
  if (policy === undefined) return null;
  const reasons = policy.on === undefined ? "" : ` on ${policy.on.toSorted().join(", ")}`;
  return `at most ${policy.maxRetries} retries${reasons}`;
}
