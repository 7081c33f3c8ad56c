import type { Policy } from "@/lib/domain/policy";
import { type ParityGate, parityGate } from "@/lib/metrics/parity-gate";
import { type WitnessGate, witnessGate, witnessNotRun } from "@/lib/metrics/parity/witness-gate";
import { type ConfigurationFinding, configurationRefusals } from "./configuration-refusals";
import { gateCases, type PairedCase, witnessPairs } from "./pair-arms";
import { type PlannedMissing, plannedMissing } from "./planned-missing";
import type { ArmInput } from "./report-input";

/** What every check found, and the one decision whether a difference exists. */
export type Admission = {
  configuration: ConfigurationFinding[];
  gate: ParityGate;
  missing: PlannedMissing;
  witness: WitnessGate;
  decision:
    | { state: "comparable"; basis: "equivalent" | "complete_data" }
    | { state: "not_shown"; by: "aborts" | "witness" }
    | { state: "not_comparable" };
};

/**
 * May these arms be compared (methods.md 5)? First the configuration, then the abort-parity gate, with
 * every planned episode started where it opens on complete data, then the witness gate.
 */
export function admissionOf(
  cases: readonly PairedCase[],
  baseline: ArmInput,
  candidate: ArmInput,
  policy: Policy,
): Admission {
  const configuration = configurationRefusals(baseline, candidate);
  const gate = parityGate(gateCases(candidate.tallies), gateCases(baseline.tallies), policy);
  const missing = plannedMissing(cases, baseline, candidate);
  const pairs = witnessPairs(cases);
  const found = { configuration, gate, missing };
  const before = beforeWitness(found);
  if (before.state !== "comparable") {
    return { ...found, witness: witnessNotRun(pairs), decision: before };
  }
  const witness = witnessGate(pairs, policy);
  return { ...found, witness, decision: afterWitness(witness, before) };
}

function beforeWitness(found: Omit<Admission, "witness" | "decision">): Admission["decision"] {
  const { configuration, gate, missing } = found;
  if (configuration.length > 0 || gate.state === "not_comparable") {
    return { state: "not_comparable" };
  }
  if (gate.state === "comparable") return { state: "comparable", basis: "equivalent" };
  const complete = !gate.blocked && gate.completeData && episodesMissing(missing) === 0;
  return complete
    ? { state: "comparable", basis: "complete_data" }
    : { state: "not_shown", by: "aborts" };
}

function afterWitness(witness: WitnessGate, open: Admission["decision"]): Admission["decision"] {
  switch (witness.state) {
    case "not_comparable":
      return { state: "not_comparable" };
    case "not_shown":
      return { state: "not_shown", by: "witness" };
    default:
      return open;
  }
}

/** Planned episodes that were never started, in both arms together. */
export function episodesMissing({ baseline, candidate }: PlannedMissing): number {
  return baseline + candidate;
}
