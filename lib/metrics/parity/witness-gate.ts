import type { CountLine, CountPair, GateMargin } from "@/lib/metrics/parity/compare-counts";
import { countFacts, type CountFinding, countGate } from "@/lib/metrics/parity/count-gate";

export type WitnessReason =
  /** Another check shut the comparison first. */
  | "NOT_RUN"
  /** No episode of either arm carries a witness: weights are n/a on both sides, the rest stays open. */
  | "NO_WITNESS"
  | "ALL_WEIGHABLE"
  | "NA_EQUIVALENT"
  | "NA_TOO_FEW"
  | "NA_RATES_DIFFER";

export type WitnessGate = {
  state: "not_run" | "not_applicable" | "open" | "not_shown" | "not_comparable";
  reason: WitnessReason;
  /** Cases started in both arms, and of those the ones with an episode without a witness. */
  cases: number;
  casesWithoutWitness: number;
  candidateStarted: number;
  baselineStarted: number;
  /** How many episodes carry no witness, by arm; null where no rate can be told or none was asked. */
  line: CountLine | null;
};

const ANSWERS = {
  none: { state: "open", reason: "ALL_WEIGHABLE" },
  equivalent: { state: "open", reason: "NA_EQUIVALENT" },
  too_few: { state: "not_shown", reason: "NA_TOO_FEW" },
  differ: { state: "not_comparable", reason: "NA_RATES_DIFFER" },
} as const satisfies Record<CountFinding, Pick<WitnessGate, "state" | "reason">>;

/**
 * May arms be compared whose episodes are weighable to a different extent (methods.md 2.2 no. 6 and 5)?
 * The abort gate's rule on the episodes that carry no witness: an arm whose corpus breaks more often
 * would seem to take less damage. To be asked after the abort gate, on the cases started in both arms;
 * `count` is the episodes of the case that are not weighable, aborted ones included.
 *
 * With every episode weighable nothing is missing, so nothing need be shown. Pure; the order of the
 * cases does not matter. Throws RangeError as `compareCounts` does.
 */
export function witnessGate(pairs: readonly CountPair[], policy: GateMargin): WitnessGate {
  const facts = factsOf(pairs);
  const unseen = pairs.reduce((sum, pair) => sum + pair.candidate.count + pair.baseline.count, 0);
  if (unseen === facts.candidateStarted + facts.baselineStarted) {
    return { ...facts, state: "not_applicable", reason: "NO_WITNESS" };
  }
  const { finding, line } = countGate(pairs, policy);
  return { ...facts, line, ...ANSWERS[finding] };
}

/** The gate of a comparison that another check has shut already. */
export function witnessNotRun(pairs: readonly CountPair[]): WitnessGate {
  return { ...factsOf(pairs), state: "not_run", reason: "NOT_RUN" };
}

function factsOf(pairs: readonly CountPair[]) {
  const { casesLacking, ...facts } = countFacts(pairs);
  return { ...facts, casesWithoutWitness: casesLacking, line: null };
}
