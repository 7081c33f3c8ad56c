import type { Policy } from "@/lib/domain/policy";
import { type OutcomeGate, outcomeGate, outcomesNotAsked } from "@/lib/metrics/parity/outcome-gate";
import { type ParityGate, parityGate } from "@/lib/metrics/parity-gate";
import { type WitnessGate, witnessGate, witnessNotRun } from "@/lib/metrics/parity/witness-gate";
import type { ConfigurationFinding } from "./configuration-finding";
import { configurationRefusals } from "./configuration-refusals";
import { isAnythingMissing, type MissingResults, missingResults } from "./missing-results";
import { gateCases, outcomePairs, type PairedCase, witnessPairs } from "./pair-arms";
import type { ArmInput } from "./report-input";

/** What every check found, and the one decision whether a difference exists. */
export type Admission = {
  configuration: ConfigurationFinding[];
  gate: ParityGate;
  missing: MissingResults;
  outcomes: OutcomeGate;
  witness: WitnessGate;
  decision:
    | { state: "comparable"; basis: "equivalent" | "complete_data" }
    | { state: "not_shown"; by: "aborts" | "missing" | "outcomes" | "witness" }
    | { state: "not_comparable" };
};

type Decision = Admission["decision"];

/**
 * May these arms be compared (methods.md 5)? First the configuration, then the abort-parity gate, with
 * nothing missing where it opens on complete data, then the outcome gate, then the witness gate.
 */
export function admissionOf(
  cases: readonly PairedCase[],
  baseline: ArmInput,
  candidate: ArmInput,
  policy: Policy,
): Admission {
  const configuration = configurationRefusals(baseline, candidate);
  const gate = parityGate(gateCases(candidate.tallies), gateCases(baseline.tallies), policy);
  const missing = missingResults(cases, baseline, candidate);
  const told = outcomePairs(cases);
  const seen = witnessPairs(cases);
  let decision = onAborts({ configuration, gate, missing });
  const outcomes =
    decision.state === "comparable" ? outcomeGate(told, policy) : outcomesNotAsked(told);
  decision = afterGate(decision, outcomes, "outcomes");
  const witness = decision.state === "comparable" ? witnessGate(seen, policy) : witnessNotRun(seen);
  decision = afterGate(decision, witness, "witness");
  return { configuration, gate, missing, outcomes, witness, decision };
}

function onAborts(found: Pick<Admission, "configuration" | "gate" | "missing">): Decision {
  const { configuration, gate, missing } = found;
  if (configuration.length > 0 || gate.state === "not_comparable") {
    return { state: "not_comparable" };
  }
  if (gate.state === "comparable") return { state: "comparable", basis: "equivalent" };
  if (gate.blocked || !gate.completeData) return { state: "not_shown", by: "aborts" };
  return isAnythingMissing(missing)
    ? { state: "not_shown", by: "missing" }
    : { state: "comparable", basis: "complete_data" };
}

function afterGate(
  before: Decision,
  gate: Pick<OutcomeGate | WitnessGate, "state">,
  by: "outcomes" | "witness",
): Decision {
  switch (gate.state) {
    case "not_comparable":
      return { state: "not_comparable" };
    case "not_shown":
      return { state: "not_shown", by };
    default:
      return before;
  }
}
