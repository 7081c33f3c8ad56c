import type { Policy } from "@/lib/domain/policy";
import type { WitnessGate } from "@/lib/metrics/parity/witness-gate";
import { CountEvidence } from "./count-evidence";

/** Do both arms lack witnesses alike? Where nobody saw the marker, no damage is seen. */
export function WitnessEvidence({
  witness,
  policy,
}: {
  witness: WitnessGate;
  policy: Pick<Policy, "margin" | "alpha">;
}) {
  return (
    <div className="mt-4 text-[13px]">
      <h3>Episodes without a witness, candidate − baseline</h3>
      <Found witness={witness} policy={policy} />
    </div>
  );
}

function Found({ witness, policy }: Parameters<typeof WitnessEvidence>[0]) {
  const { state, line, candidateStarted, baselineStarted } = witness;
  if (state === "not_run") {
    return <p className="text-ink-3">Not asked: another check shut the comparison first.</p>;
  }
  if (state === "not_applicable" || line === null) {
    return (
      <p className="text-ink-3">
        Not asked: no episode of either arm carries a witness, so weights are n/a in both.
      </p>
    );
  }
  if (witness.reason === "ALL_WEIGHABLE") {
    return (
      <p className="text-ink-2">Every episode of both arms carries one: nothing is missing.</p>
    );
  }
  return (
    <CountEvidence
      line={line}
      started={{ candidate: candidateStarted, baseline: baselineStarted }}
      policy={policy}
    />
  );
}
