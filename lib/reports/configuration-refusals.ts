import { integer, plural } from "@/lib/format/numbers";
import { total } from "@/lib/metrics/measuring/by-case";
import { attributionRefusals } from "./attribution";
import type { ConfigurationFinding } from "./configuration-finding";
import { guardrailOf, inEachMember, modelNameOf, retryPolicyOf } from "./configuration";
import { manifestRefusals } from "./manifest-refusals";
import { type ArmInput, membersOf } from "./report-input";
import type { Side } from "./series-report";

const RERUN = "Run both arms again under one retry policy.";
const REIMPORT =
  "Import both campaigns again in their own place (--replace, or the box on the imports page), so that the same rules score them.";

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
    ...manifestRefusals(baseline, candidate),
    ...attributionRefusals(baseline, candidate),
  ];
}

function retriesDiffer(baseline: ArmInput, candidate: ArmInput): ConfigurationFinding[] {
  const before = firstKnown(baseline);
  const after = firstKnown(candidate);
  if (before === undefined || after === undefined) {
    return retriesUnknown(baseline, candidate, {
      baseline: before !== undefined,
      candidate: after !== undefined,
    });
  }
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

/**
 * A policy that one side alone records, or that nobody records though episodes were retried: nothing
 * shows that the arms were retried alike. Where nobody recorded one and nothing was retried, nothing
 * differs.
 */
function retriesUnknown(
  baseline: ArmInput,
  candidate: ArmInput,
  recorded: Record<Side, boolean>,
): ConfigurationFinding[] {
  const retries = { baseline: retriesIn(baseline), candidate: retriesIn(candidate) };
  const known = recorded.baseline || recorded.candidate;
  if (!known && retries.baseline + retries.candidate === 0) return [];
  return [
    {
      code: "RETRY_POLICY_NOT_RECORDED",
      sentence: known
        ? `Only the ${recorded.baseline ? "baseline" : "candidate"} records its retry policy, so nothing shows that the arms were retried alike.`
        : `Episodes were retried (${plural(retries.baseline, "retry", "retries")} in the baseline, ${integer(retries.candidate)} in the candidate), and neither arm records its retry policy.`,
      figures: { candidateRetries: retries.candidate, baselineRetries: retries.baseline },
      advice: "Have both campaigns record their retry policy, then import them again.",
      rerun: false,
    },
  ];
}

function retriesIn({ tallies }: ArmInput): number {
  return total(tallies, (tally) => tally.retries);
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
  const mixed = (of: (member: ArmInput) => string | null) => new Set(members.map(of)).size > 1;
  const version = ({ scoringVersion }: ArmInput) => `version ${scoringVersion}`;
  if (mixed(guardrailOf)) {
    refusals.push({
      code: "POOL_GUARDRAIL_DIFFERS",
      sentence: `The ${side} pools different arms: ${inEachMember(members, guardrailOf)}.`,
      figures: campaigns,
      advice: "Pool campaigns of one arm only.",
      rerun: false,
    });
  }
  if (mixed(modelNameOf)) {
    refusals.push({
      code: "POOL_MODEL_DIFFERS",
      sentence: `The ${side} pools different models: ${inEachMember(members, modelNameOf)}.`,
      figures: campaigns,
      advice: "Pool campaigns of one model only.",
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
