import { PARITY_GROUPS } from "@/lib/domain/termination";
import { SLACK } from "@/lib/metrics/parity/compare-counts";
import { compareGroup, type GateGroup } from "@/lib/metrics/parity/compare-group";
import {
  type GateArm,
  type GateCase,
  type GateCounts,
  type GatePair,
  pairCases,
  startedCases,
} from "@/lib/metrics/parity/pair-cases";
import { requireOpenShare, requireShare } from "@/lib/stats/preconditions";

export type { GateFinding } from "@/lib/metrics/parity/compare-counts";
export type { GateGroup } from "@/lib/metrics/parity/compare-group";
export type { GateCase, GateGroupName } from "@/lib/metrics/parity/pair-cases";

export type GatePolicy = {
  /** The least difference of abort rates that matters, a share; default of methods.md 0.05. */
  margin: number;
  /** Level of each one-sided test; the interval is 1 - 2 alpha. */
  alpha: number;
  /** Above this share of aborts in an arm, or of lost cases, nothing is compared. */
  maxAbortRate: number;
  /** Refuse also when nothing aborted but equality was not shown. */
  requireShownParity: boolean;
};

export type GateReason =
  | "EMPTY_ARM"
  | "NO_COMMON_CASES"
  | "ALL_ABORTED"
  | "TOO_MANY_ABORTS"
  | "LOST_CASES"
  | "RATES_DIFFER"
  | "REASONS_DIFFER"
  | "TOO_FEW"
  | "EQUIVALENT";

export type ParityGate = {
  state: "comparable" | "not_shown" | "not_comparable";
  reason: GateReason;
  /** True when no difference between the arms may be shown. */
  blocked: boolean;
  /** Nothing aborted in either arm on the common cases, so no outcome is missing there. */
  completeData: boolean;
  policy: GatePolicy;
  /** Cases started in both arms. The counts and rates below are over these alone. */
  cases: number;
  /** Over everything given when no case is common; the rates are then null (n/a). */
  candidateStarted: number;
  baselineStarted: number;
  candidateAborted: number;
  baselineAborted: number;
  candidateRate: number | null;
  baselineRate: number | null;
  /** Common cases of which an arm has no finished episode, by name. */
  lostCases: string[];
  /** "all", then each parity group; empty when it could not be computed or an arm wholly aborted. */
  groups: GateGroup[];
  /** Whom the missing outcomes may flatter: the arm that aborts more; null unless "all" is bad. */
  direction: "flatters_candidate" | "flatters_baseline" | null;
};

/**
 * The abort-parity gate (methods.md 5, golden `parityGate`, where `candidate` is `defended`): may
 * these arms be compared at all? An equivalence test on abort rates by case, in total and by group
 * of reasons, not a test for a difference; too few cases show nothing. Pure; the order of the cases
 * does not matter.
 *
 * `completeData` speaks of the episodes given. That every planned episode was started is for the
 * caller to know.
 *
 * Throws RangeError when a case is named twice in an arm, a count is not whole, a case has more
 * aborts than started episodes, or the policy lies outside margin (0, 1), alpha (0, 0.5),
 * maxAbortRate [0, 1].
 */
export function parityGate(
  candidate: readonly GateCase[],
  baseline: readonly GateCase[],
  policy: GatePolicy,
): ParityGate {
  requirePolicy(policy);
  const first = startedCases("candidate", candidate);
  const second = startedCases("baseline", baseline);
  const pairs = pairCases(first, second);
  if (pairs.length === 0) {
    const reason = first.size === 0 || second.size === 0 ? "EMPTY_ARM" : "NO_COMMON_CASES";
    return unpaired(reason, first, second, policy);
  }

  const facts = gatherFacts(pairs, policy);
  const { candidateRate, baselineRate, lostCases } = facts;
  if (facts.candidateAborted === facts.candidateStarted) return refuse(facts, "ALL_ABORTED", []);
  if (facts.baselineAborted === facts.baselineStarted) return refuse(facts, "ALL_ABORTED", []);

  const groups = [
    compareGroup("all", pairs, policy),
    ...PARITY_GROUPS.map((group) => compareGroup(group, pairs, policy)),
  ];
  const most = policy.maxAbortRate + SLACK;
  if (Math.max(candidateRate, baselineRate) > most) return refuse(facts, "TOO_MANY_ABORTS", groups);
  if (lostCases.length / pairs.length > most) return refuse(facts, "LOST_CASES", groups);
  if (groups[0]?.finding === "bad") return refuse(facts, "RATES_DIFFER", groups);
  if (groups.some((g) => g.finding === "bad")) return refuse(facts, "REASONS_DIFFER", groups);
  if (groups.every((g) => g.finding === "ok")) {
    return { ...facts, state: "comparable", reason: "EQUIVALENT", blocked: false, groups };
  }
  const blocked = !facts.completeData || policy.requireShownParity;
  return { ...facts, state: "not_shown", reason: "TOO_FEW", blocked, groups };
}

function requirePolicy(policy: GatePolicy): void {
  requireOpenShare("margin", policy.margin);
  requireOpenShare("2 alpha", 2 * policy.alpha);
  requireShare("maxAbortRate", policy.maxAbortRate);
}

function unpaired(
  reason: "EMPTY_ARM" | "NO_COMMON_CASES",
  first: GateArm,
  second: GateArm,
  policy: GatePolicy,
): ParityGate {
  const candidate = [...first.values()];
  const baseline = [...second.values()];
  return {
    state: "not_shown",
    reason,
    blocked: true,
    completeData: false,
    policy,
    cases: 0,
    candidateStarted: sum(candidate, (c) => c.started),
    baselineStarted: sum(baseline, (c) => c.started),
    candidateAborted: sum(candidate, (c) => c.aborts.all),
    baselineAborted: sum(baseline, (c) => c.aborts.all),
    candidateRate: null,
    baselineRate: null,
    lostCases: [],
    groups: [],
    direction: null,
  };
}

/** What holds whatever the verdict is. */
function gatherFacts(pairs: readonly GatePair[], policy: GatePolicy) {
  const candidateStarted = sum(pairs, (c) => c.candidate.started);
  const baselineStarted = sum(pairs, (c) => c.baseline.started);
  const candidateAborted = sum(pairs, (c) => c.candidate.aborts.all);
  const baselineAborted = sum(pairs, (c) => c.baseline.aborts.all);
  return {
    policy,
    cases: pairs.length,
    completeData: candidateAborted === 0 && baselineAborted === 0,
    candidateStarted,
    baselineStarted,
    candidateAborted,
    baselineAborted,
    candidateRate: candidateAborted / candidateStarted,
    baselineRate: baselineAborted / baselineStarted,
    lostCases: pairs.filter((c) => isLost(c.candidate) || isLost(c.baseline)).map((c) => c.case),
    direction: null,
  } as const;
}

function isLost({ started, aborts }: GateCounts): boolean {
  return aborts.all === started;
}

function refuse(
  facts: ReturnType<typeof gatherFacts>,
  reason: GateReason,
  groups: GateGroup[],
): ParityGate {
  const all = groups[0];
  const leans = all !== undefined && all.finding === "bad";
  const towards = leans && all.difference > 0 ? "flatters_candidate" : "flatters_baseline";
  return {
    ...facts,
    state: "not_comparable",
    reason,
    blocked: true,
    groups,
    direction: leans ? towards : null,
  };
}

function sum<T>(items: readonly T[], term: (item: T) => number): number {
  return items.reduce((total, item) => total + term(item), 0);
}
