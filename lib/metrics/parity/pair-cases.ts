import {
  type ParityGroup,
  TERMINATION_REASONS,
  type TerminationReason,
  TERMINATIONS,
} from "@/lib/domain/termination";
import { requireCount } from "@/lib/stats/preconditions";

/** One case in one arm: started episodes, and how many ended for each reason (final attempt). */
export type GateCase = {
  case: string;
  started: number;
  /** Finished reasons may be present; they are ignored. No recorded reason counts as `unknown`. */
  aborts: Readonly<Partial<Record<TerminationReason, number>>>;
};

/** A line of the gate: all aborts together, or those of one parity group. */
export type GateGroupName = "all" | ParityGroup;

/** One case in one arm, its aborts by line. */
export type GateCounts = { started: number; aborts: Record<GateGroupName, number> };

/** The started cases of an arm by name. */
export type GateArm = ReadonlyMap<string, GateCounts>;

/** One case in both arms. */
export type GatePair = { case: string; candidate: GateCounts; baseline: GateCounts };

/**
 * The cases of an arm with at least one started episode. `arm` names it in errors.
 * Throws RangeError when a case is named twice, a count is not whole, or a case has more aborts than
 * started episodes.
 */
export function startedCases(arm: string, cases: readonly GateCase[]): GateArm {
  const found = new Map<string, GateCounts>();
  const named = new Set<string>();
  for (const given of cases) {
    if (named.has(given.case))
      throw new RangeError(`${arm}: case ${JSON.stringify(given.case)} is named twice`);
    named.add(given.case);
    const counts = countAborts(arm, given);
    if (counts.started > 0) found.set(given.case, counts);
  }
  return found;
}

function countAborts(arm: string, given: GateCase): GateCounts {
  requireCount("started", given.started);
  const aborts = { all: 0, limits: 0, tool: 0, provider: 0, unknown: 0 };
  for (const reason of TERMINATION_REASONS) {
    const count = given.aborts[reason] ?? 0;
    requireCount(reason, count);
    const group = TERMINATIONS[reason].parityGroup;
    if (group === null) continue;
    aborts[group] += count;
    aborts.all += count;
  }
  if (aborts.all > given.started) {
    throw new RangeError(
      `${arm}: case ${JSON.stringify(given.case)} has more aborts than started episodes`,
    );
  }
  return { started: given.started, aborts };
}

/** The cases started in both arms, by name, so that sums come out the same in every order. */
export function pairCases(first: GateArm, second: GateArm): GatePair[] {
  return [...first]
    .flatMap(([name, candidate]) => {
      const baseline = second.get(name);
      return baseline === undefined ? [] : [{ case: name, candidate, baseline }];
    })
    .toSorted((a, b) => (a.case < b.case ? -1 : 1));
}
