import { abortRate } from "./abort-rate";
import { anyOfK } from "./any-of-k";
import { asrAtK } from "./asr-at-k";
import { attackSuccess } from "./attack-success";
import { attempted } from "./attempted";
import { benignCompletion } from "./benign-completion";
import { benignStops } from "./benign-stops";
import { completion } from "./completion";
import { containment } from "./containment";
import { cost } from "./cost";
import { damage } from "./damage";
import { damageAtMost } from "./damage-at-most";
import { deniedLegitimate } from "./denied-legitimate";
import { duration } from "./duration";
import { exercisedRoles } from "./exercised-roles";
import { exposure } from "./exposure";
import { hitsBeforeAbort } from "./hits-before-abort";
import { leftByRead } from "./left-by-read";
import type { Metric } from "./metric";
import { parameterCoverage } from "./parameter-coverage";
import { reach } from "./reach";
import { refusalRate } from "./refusal-rate";
import { replicaDisagreement } from "./replica-disagreement";
import { retried } from "./retried";
import { retries } from "./retries";
import { taskDone } from "./task-done";
import { tokens } from "./tokens";
import { turns } from "./turns";
import { withoutCalls } from "./without-calls";
import { worstCaseAttack } from "./worst-case-attack";

/** Every metric of the product, in the order in which tables and the methods page show them. */
export const METRICS: readonly Metric[] = [
  damage,
  exposure,
  attempted,
  containment,
  damageAtMost,
  leftByRead,
  attackSuccess,
  worstCaseAttack,
  anyOfK,
  asrAtK,
  replicaDisagreement,
  taskDone,
  completion,
  refusalRate,
  abortRate,
  hitsBeforeAbort,
  reach,
  withoutCalls,
  benignCompletion,
  deniedLegitimate,
  benignStops,
  tokens,
  turns,
  duration,
  cost,
  retries,
  retried,
  parameterCoverage,
  exercisedRoles,
];

/** The metric of an id. Throws RangeError for an id that is not registered. */
export function metricOf(id: string): Metric {
  const metric = METRICS.find((entry) => entry.id === id);
  if (metric === undefined) throw new RangeError(`No metric is registered as ${id}.`);
  return metric;
}
