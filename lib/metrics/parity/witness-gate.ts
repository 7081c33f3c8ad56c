import {
  compareCounts,
  type CountLine,
  type CountPair,
  type GateMargin,
} from "@/lib/metrics/parity/compare-counts";

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
  const started = sum(pairs, startedIn);
  const unseen = sum(pairs, unseenIn);
  const facts = factsOf(pairs);
  if (unseen === started) return { ...facts, state: "not_applicable", reason: "NO_WITNESS" };
  const line = compareCounts(pairs, policy);
  if (unseen === 0) return { ...facts, line, state: "open", reason: "ALL_WEIGHABLE" };
  switch (line.finding) {
    case "bad":
      return { ...facts, line, state: "not_comparable", reason: "NA_RATES_DIFFER" };
    case "unclear":
      return { ...facts, line, state: "not_shown", reason: "NA_TOO_FEW" };
    case "ok":
      return { ...facts, line, state: "open", reason: "NA_EQUIVALENT" };
  }
}

/** The gate of a comparison that another check has shut already. */
export function witnessNotRun(pairs: readonly CountPair[]): WitnessGate {
  return { ...factsOf(pairs), state: "not_run", reason: "NOT_RUN" };
}

function factsOf(pairs: readonly CountPair[]) {
  return {
    cases: pairs.length,
    casesWithoutWitness: pairs.filter((pair) => unseenIn(pair) > 0).length,
    candidateStarted: sum(pairs, (pair) => pair.candidate.started),
    baselineStarted: sum(pairs, (pair) => pair.baseline.started),
    line: null,
  };
}

function startedIn({ candidate, baseline }: CountPair): number {
  return candidate.started + baseline.started;
}

function unseenIn({ candidate, baseline }: CountPair): number {
  return candidate.count + baseline.count;
}

function sum(pairs: readonly CountPair[], of: (pair: CountPair) => number): number {
  return pairs.reduce((total, pair) => total + of(pair), 0);
}
