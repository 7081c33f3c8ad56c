import type { CountLine, CountPair, GateMargin } from "@/lib/metrics/parity/compare-counts";
import { countFacts, type CountFinding, countGate } from "@/lib/metrics/parity/count-gate";

export type OutcomeReason =
  /** Another check shut the comparison first. */
  | "NOT_RUN"
  /** No finished episode of either arm has a told outcome: ASR is n/a on both sides. */
  | "NO_OUTCOME"
  | "ALL_TOLD"
  | "UNTOLD_EQUIVALENT"
  | "UNTOLD_TOO_FEW"
  | "UNTOLD_RATES_DIFFER";

export type OutcomeGate = {
  state: "not_run" | "not_applicable" | "open" | "not_shown" | "not_comparable";
  reason: OutcomeReason;
  /** Cases started in both arms, and of those the ones with an untold outcome. */
  cases: number;
  casesUntold: number;
  candidateStarted: number;
  baselineStarted: number;
  /** How many outcomes are not told, by arm; null where none was asked. */
  line: CountLine | null;
};

/** Of one case in one arm: episodes whose outcome is told (`decided`) and is not (`count`). */
export type OutcomePair = CountPair & { decided: number };

const ANSWERS = {
  none: { state: "open", reason: "ALL_TOLD" },
  equivalent: { state: "open", reason: "UNTOLD_EQUIVALENT" },
  too_few: { state: "not_shown", reason: "UNTOLD_TOO_FEW" },
  differ: { state: "not_comparable", reason: "UNTOLD_RATES_DIFFER" },
} as const satisfies Record<CountFinding, Pick<OutcomeGate, "state" | "reason">>;

/**
 * May arms be compared whose outcomes are told to a different extent? A finished attack episode of which
 * nothing tells whether the attacker's action happened leaves ASR as an aborted one does, so it is held
 * to the same rule (methods.md 4 and 5): an arm that tells fewer outcomes would seem the safer. To be
 * asked after the abort gate, on the cases started in both arms. `count` is the finished episodes of the
 * case whose outcome is not told, `decided` those of both arms whose outcome is.
 *
 * With every outcome told nothing is missing, so nothing need be shown. Pure; the order of the cases does
 * not matter. Throws RangeError as `compareCounts` does.
 */
export function outcomeGate(pairs: readonly OutcomePair[], policy: GateMargin): OutcomeGate {
  const facts = factsOf(pairs);
  if (pairs.every(({ decided }) => decided === 0)) {
    return { ...facts, state: "not_applicable", reason: "NO_OUTCOME" };
  }
  const { finding, line } = countGate(pairs, policy);
  return { ...facts, line, ...ANSWERS[finding] };
}

/** The gate of a comparison that another check has shut already. */
export function outcomesNotAsked(pairs: readonly OutcomePair[]): OutcomeGate {
  return { ...factsOf(pairs), state: "not_run", reason: "NOT_RUN" };
}

function factsOf(pairs: readonly CountPair[]) {
  const { casesLacking, ...facts } = countFacts(pairs);
  return { ...facts, casesUntold: casesLacking, line: null };
}
