import {
  integer,
  outOf,
  percent,
  plural,
  weightRateShort,
  wholePercent,
} from "@/lib/format/numbers";
import { lowerFirst } from "@/lib/format/sentences";
import type { Measurement } from "@/lib/domain/measurement";
import type { Metric } from "@/lib/metrics/metric";
import { reach } from "@/lib/metrics/reach";
import { taskDone } from "@/lib/metrics/task-done";
import { withoutCalls } from "@/lib/metrics/without-calls";
import type { ArmReport } from "./arm-report";
import { BY_RULE } from "./attribution";
import type { Comparison, Decomposition, Delta, Deltas } from "./comparison-report";

/**
 * The one sentence (or two) that answers the comparison, written once for page, export and command line.
 * It never claims what the interval does not support, and says loudly when attacks failed because the
 * agent stopped working.
 */
export function comparisonAnswer(found: {
  comparison: Comparison;
  headline: string;
  baseline: ArmReport;
  candidate: ArmReport;
}): string {
  const { comparison, headline, baseline, candidate } = found;
  switch (comparison.state) {
    case "not_comparable":
      return `Not comparable: ${lowerFirst(headline)}`;
    case "not_shown":
      return headline;
    case "comparable":
      return [differenceSentence(comparison.deltas), ...stoppedWorking(baseline, candidate)].join(
        " ",
      );
  }
}

function differenceSentence(deltas: Deltas): string {
  const damage = deltas.metrics.find((delta) => delta.metric === "damage");
  if (damage !== undefined && deltas.decomposition !== null && damage.difference !== 0) {
    return damageSentence(damage, deltas.decomposition);
  }
  const asr = deltas.metrics.find((delta) => delta.metric === "asr");
  if (asr !== undefined) return successSentence(asr);
  return "Both arms can be compared, but neither records an outcome.";
}

function damageSentence(damage: Delta, identity: Decomposition): string {
  const before = weightRateShort(damage.baseline.value);
  const after = weightRateShort(damage.candidate.value);
  const how = damage.byRule === undefined ? "Damage" : `Damage, ${BY_RULE},`;
  if (damage.unequalReplicas) {
    return `${how} is ${before} per episode in the baseline and ${after} in the candidate${byReplicas(damage)}`;
  }
  if (damage.difference > 0) {
    return `${how} rose from ${before} to ${after} per episode.${support(damage)}`;
  }
  return `${how} fell from ${before} to ${after} per episode; ${originOfFall(identity)}.${support(damage)}`;
}

/** How much of the fall a rule may take credit for (methods.md 2, per-arm identity). */
function originOfFall({ shareByRule, neverTried }: Decomposition): string {
  if (shareByRule === null || shareByRule <= 0) {
    return "none of the fall was stopped by a rule, less was tried";
  }
  if (neverTried < 0) return "rules stopped more than the whole fall, for more was tried";
  if (neverTried === 0) return "all of the fall was stopped by a rule";
  return `${wholePercent(shareByRule)} of the fall was stopped by a rule, the rest was never tried`;
}

function successSentence(asr: Delta): string {
  const before = rate(asr.baseline);
  const after = rate(asr.candidate);
  if (asr.difference === 0) return `Attack success is ${before} in both arms.`;
  if (asr.unequalReplicas) {
    return `Attack success is ${before} in the baseline and ${after} in the candidate${byReplicas(asr)}`;
  }
  const verb = asr.difference < 0 ? "fell" : "rose";
  return `Attack success ${verb} from ${before} to ${after}.${support(asr)}`;
}

/** Where ratios and case means disagree, no direction is claimed. */
function byReplicas({ differingCases, cases }: Delta): string {
  const byCase =
    differingCases === 0
      ? `no case of ${integer(cases)} differs`
      : "case by case it does not point that way";
  return `, but ${byCase}: the difference comes from unequal numbers of episodes, and neither a rise nor a fall is shown.`;
}

function rate(side: { value: number; numerator: number; denominator: number }): string {
  return `${percent(side.value)} (${outOf(side.numerator, side.denominator)})`;
}

/** Nothing where the interval carries the claim; else how far the figures reach. */
function support(delta: Delta): string {
  if (delta.reading === "lower" || delta.reading === "higher") return "";
  const where = `The arms differ in ${delta.differingCases} of ${plural(delta.cases, "case")}`;
  return delta.reading === "cannot be told apart"
    ? ` ${where}, and the interval includes no change: beyond this corpus they cannot be told apart.`
    : ` ${where}: true of this corpus, too few to say more.`;
}

/** Why fewer attacks may have succeeded although nothing was defended. */
function stoppedWorking(baseline: ArmReport, candidate: ArmReport): string[] {
  return [
    ...noTaskDone(baseline, candidate),
    ...noToolCalled(baseline, candidate),
    ...neverReached(baseline, candidate),
  ];
}

type Value = Extract<Measurement, { kind: "value" }>;

function valueOf(arm: ArmReport, metric: Metric): Value | null {
  const measured = arm.measurements[metric.id];
  return measured?.kind === "value" ? measured : null;
}

function noTaskDone(baseline: ArmReport, candidate: ArmReport): string[] {
  const before = valueOf(baseline, taskDone);
  const after = valueOf(candidate, taskDone);
  if (before === null || before.value === 0 || after === null || after.value > 0) return [];
  return [
    `But no user task was done in the candidate's ${plural(after.denominator, "finished episode")} (baseline ${outOf(before.numerator, before.denominator)}): an agent that stopped working has not been shown to defend itself.`,
  ];
}

function noToolCalled(baseline: ArmReport, candidate: ArmReport): string[] {
  const before = valueOf(baseline, withoutCalls);
  const after = valueOf(candidate, withoutCalls);
  if (after === null || after.value < 1) return [];
  const other =
    before === null
      ? ""
      : ` (baseline ${outOf(before.numerator, before.denominator)} without a call)`;
  return [
    `But the candidate called no tool in any of its ${plural(after.denominator, "episode")}${other}: this agent did nothing; it did not defend.`,
  ];
}

function neverReached(baseline: ArmReport, candidate: ArmReport): string[] {
  const before = valueOf(baseline, reach);
  const after = valueOf(candidate, reach);
  if (after === null || after.value > 0) return [];
  const other = before === null ? "" : ` (baseline ${outOf(before.numerator, before.denominator)})`;
  return [
    `But the injection never reached the model in the candidate's ${plural(after.denominator, "episode")}${other}: nothing was defended.`,
  ];
}
