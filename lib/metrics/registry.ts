import { abortRate } from "./abort-rate";
import { attackSuccess } from "./attack-success";
import { attempted } from "./attempted";
import { benignCompletion } from "./benign-completion";
import { completion } from "./completion";
import { containment } from "./containment";
import { damage } from "./damage";
import { exposure } from "./exposure";
import type { Metric } from "./metric";
import { refusalRate } from "./refusal-rate";
import { taskDone } from "./task-done";
import { worstCaseAttack } from "./worst-case-attack";

/** Every metric of the product, in the order in which tables and the methods page show them. */
export const METRICS: readonly Metric[] = [
  damage,
  exposure,
  attempted,
  containment,
  attackSuccess,
  worstCaseAttack,
  taskDone,
  completion,
  refusalRate,
  abortRate,
  benignCompletion,
];

/** The metric of an id. Throws RangeError for an id that is not registered. */
export function metricOf(id: string): Metric {
  const metric = METRICS.find((entry) => entry.id === id);
  if (metric === undefined) throw new RangeError(`No metric is registered as ${id}.`);
  return metric;
}
