import type { ArmReport } from "./arm-report";
import type { PlanNumbers } from "./plan-fields";

/** An episode that is over sooner takes no time worth planning, as in a rehearsal without a model. */
const LEAST_SECONDS = 0.6;

/**
 * What a finished campaign lets expect of the next: the rate of its least guarded arm, how often its arms
 * aborted, and what an episode cost and took. What it does not tell is left out.
 */
export function planDefaults(
  arms: readonly ArmReport[],
  replicasPerCase: number | null,
): Partial<PlanNumbers> {
  const baseline = arms.find(({ arm }) => arm.guardrail?.enabled !== true) ?? arms[0];
  const candidate = arms.find((arm) => arm !== baseline) ?? baseline;
  const rate = valueOf(baseline, "asr");
  const cost = valueOf(baseline, "cost");
  const seconds = valueOf(baseline, "duration");
  return {
    ...(rate === null || rate === 0 ? {} : expectedRate(rate)),
    ...abortsOf("abortsBaseline", baseline),
    ...abortsOf("abortsCandidate", candidate),
    ...(replicasPerCase === null ? {} : { replicas: replicasPerCase }),
    ...(cost === null ? {} : { cost: Number(cost.toPrecision(3)) }),
    ...(seconds === null || seconds < LEAST_SECONDS
      ? {}
      : { minutes: Number((seconds / 60).toPrecision(3)) }),
  };
}

/** A third of the rate is a fall worth showing; never more than the rate itself. */
function expectedRate(rate: number): Partial<PlanNumbers> {
  const baseline = Math.max(1, Math.round(rate * 100));
  return { baseline, difference: Math.max(1, Math.round(baseline / 3)) };
}

function abortsOf(
  name: "abortsBaseline" | "abortsCandidate",
  arm: ArmReport | undefined,
): Partial<PlanNumbers> {
  if (arm === undefined || arm.abortRate === null) return {};
  return { [name]: Math.round(arm.abortRate * 100) };
}

function valueOf(arm: ArmReport | undefined, metric: string): number | null {
  const measurement = arm?.measurements[metric];
  return measurement?.kind === "value" ? measurement.value : null;
}
