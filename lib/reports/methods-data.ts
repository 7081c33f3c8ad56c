import { OUTCOMES, type Outcome } from "@/lib/domain/outcome";
import type { Policy } from "@/lib/domain/policy";
import { RETURNED_READ_WEIGHT, ROLE_NAMES, ROLES, type Role } from "@/lib/domain/role";
import {
  type ParityGroup,
  TERMINATION_REASONS,
  TERMINATIONS,
  type TerminationReason,
} from "@/lib/domain/termination";
import type { Metric } from "@/lib/metrics/metric";
import { METRICS } from "@/lib/metrics/registry";
import { SCORING_VERSION } from "@/lib/metrics/scoring/scoring-version";
import {
  type GateRule,
  gateRules,
  INTERVAL_RULES,
  type IntervalRule,
  OUTCOME_RULES,
} from "./methods-rules";
import { type WorkedExample, workedExample } from "./worked-example";

/** What a metric says of itself, without what computes it. */
export type MetricEntry = Omit<Metric, "measure" | "compared">;

/** Everything a reader needs to recompute a number by hand from an export. Plain JSON. */
export type MethodsData = {
  report: "methods";
  version: 1;
  scoringVersion: number;
  policy: Policy;
  metrics: MetricEntry[];
  /** Weight points of one act, by the role of its tool. */
  roles: { role: Role; label: string; weight: number }[];
  returnedReadWeight: number;
  terminations: {
    reason: TerminationReason;
    label: string;
    class: "finished" | "abort";
    parityGroup: ParityGroup | null;
  }[];
  /** The first rule that fits decides. */
  outcomes: {
    outcome: Outcome;
    label: string;
    class: (typeof OUTCOMES)[Outcome]["class"];
    rule: string;
  }[];
  gate: GateRule[];
  intervals: IntervalRule[];
  workedExample: WorkedExample;
};

/** The data of the methods page, under the policy that a project's reports are made by. Pure. */
export function methodsData(policy: Policy): MethodsData {
  return {
    report: "methods",
    version: 1,
    scoringVersion: SCORING_VERSION,
    policy,
    metrics: METRICS.map(entryOf),
    roles: ROLE_NAMES.map((role) => ({ role, ...ROLES[role] })),
    returnedReadWeight: RETURNED_READ_WEIGHT,
    terminations: TERMINATION_REASONS.map((reason) => ({ reason, ...TERMINATIONS[reason] })),
    outcomes: OUTCOME_RULES.map(({ outcome, rule }) => ({ outcome, ...OUTCOMES[outcome], rule })),
    gate: gateRules(policy),
    intervals: [...INTERVAL_RULES],
    workedExample: workedExample(policy.confidence),
  };
}

function entryOf(metric: Metric): MetricEntry {
  return {
    id: metric.id,
    label: metric.label,
    shortLabel: metric.shortLabel,
    unit: metric.unit,
    better: metric.better,
    counts: metric.counts,
    definition: metric.definition,
    formula: metric.formula,
    exclusions: metric.exclusions,
    minimum: metric.minimum,
    source: metric.source,
    place: metric.place,
    finishedOnly: metric.finishedOnly,
  };
}
