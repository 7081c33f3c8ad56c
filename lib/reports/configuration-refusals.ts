import type { ConfigurationRefusal } from "./comparison-report";
import { inEachMember, retryPolicyOf } from "./configuration";
import { type ArmInput, membersOf } from "./report-input";
import type { Side } from "./series-report";

/** With what was found. `rerun` is false where no episode need be run again. */
export type ConfigurationFinding = ConfigurationRefusal & {
  figures: Record<string, number>;
  rerun: boolean;
};

const RERUN = "Run both arms again under one retry policy.";
const REIMPORT = "Import both campaigns again, so that the same rules score them.";

/** Settings whose difference shuts the comparison, whatever the episodes say (methods.md 5). */
export function configurationRefusals(
  baseline: ArmInput,
  candidate: ArmInput,
): ConfigurationFinding[] {
  return [
    ...poolRefusals("baseline", membersOf(baseline)),
    ...poolRefusals("candidate", membersOf(candidate)),
    ...retriesDiffer(baseline, candidate),
    ...scoringDiffers(baseline, candidate),
  ];
}

function retriesDiffer(baseline: ArmInput, candidate: ArmInput): ConfigurationFinding[] {
  const before = firstKnown(baseline);
  const after = firstKnown(candidate);
  if (before === undefined || after === undefined) return [];
  const words = { before: retryPolicyOf(before), after: retryPolicyOf(after) };
  if (words.before === words.after) return [];
  return [
    {
      code: "RETRY_POLICY_DIFFERS",
      sentence: `The arms were retried by different rules: ${words.before} in the baseline, ${words.after} in the candidate.`,
      figures: {
        baselineMaxRetries: before.campaign.retryPolicy?.maxRetries ?? 0,
        candidateMaxRetries: after.campaign.retryPolicy?.maxRetries ?? 0,
      },
      advice: RERUN,
      rerun: true,
    },
  ];
}

function firstKnown(input: ArmInput): ArmInput | undefined {
  return membersOf(input).find((member) => retryPolicyOf(member) !== null);
}

function scoringDiffers(baseline: ArmInput, candidate: ArmInput): ConfigurationFinding[] {
  const { scoringVersion: before } = baseline;
  const { scoringVersion: after } = candidate;
  if (before === after) return [];
  return [
    {
      code: "SCORING_VERSION_DIFFERS",
      sentence: `The arms were scored by different rules: version ${before} and version ${after}.`,
      figures: { baselineVersion: before, candidateVersion: after },
      advice: REIMPORT,
      rerun: false,
    },
  ];
}

/** Campaigns that are no replicas of each other: made or scored by different rules. */
function poolRefusals(side: Side, members: readonly ArmInput[]): ConfigurationFinding[] {
  const refusals: ConfigurationFinding[] = [];
  const campaigns = { [`${side}Campaigns`]: members.length };
  const mixed = (of: (member: ArmInput) => string | null) =>
    new Set(members.map(of).filter((value) => value !== null)).size > 1;
  const switched = ({ identity: { guardrail } }: ArmInput) =>
    guardrail === null ? null : `the guardrail ${guardrail.enabled ? "on" : "off"}`;
  const version = ({ scoringVersion }: ArmInput) => `version ${scoringVersion}`;
  if (mixed(switched)) {
    refusals.push({
      code: "POOL_GUARDRAIL_DIFFERS",
      sentence: `The ${side} pools different arms: ${inEachMember(members, switched)}.`,
      figures: campaigns,
      advice: "Pool campaigns of one arm only.",
      rerun: false,
    });
  }
  if (mixed(retryPolicyOf)) {
    refusals.push({
      code: "POOL_RETRY_POLICY_DIFFERS",
      sentence: `The ${side} pools campaigns that were retried by different rules: ${inEachMember(members, retryPolicyOf)}.`,
      figures: campaigns,
      advice: "Pool campaigns under one retry policy only, or run them again under one.",
      rerun: true,
    });
  }
  if (mixed(version)) {
    refusals.push({
      code: "POOL_SCORING_VERSION_DIFFERS",
      sentence: `The ${side} pools campaigns that were scored by different rules: ${inEachMember(members, version)}.`,
      figures: campaigns,
      advice: REIMPORT,
      rerun: false,
    });
  }
  return refusals;
}
