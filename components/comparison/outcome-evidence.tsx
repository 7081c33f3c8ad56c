import type { Policy } from "@/lib/domain/policy";
import type { OutcomeGate } from "@/lib/metrics/parity/outcome-gate";
import { CountEvidence } from "./count-evidence";

/** Do both arms leave outcomes untold alike? Where nothing tells it, no success is counted. */
export function OutcomeEvidence({
  outcomes,
  policy,
}: {
  outcomes: OutcomeGate;
  policy: Pick<Policy, "margin" | "alpha">;
}) {
  return (
    <div className="mt-4 text-[13px]">
      <h3>Finished episodes whose outcome is not told, candidate − baseline</h3>
      <Found outcomes={outcomes} policy={policy} />
    </div>
  );
}

function Found({ outcomes, policy }: Parameters<typeof OutcomeEvidence>[0]) {
  const { state, line, candidateStarted, baselineStarted } = outcomes;
  if (state === "not_run") {
    return <p className="text-ink-3">Not asked: another check shut the comparison first.</p>;
  }
  if (state === "not_applicable" || line === null) {
    return <p className="text-ink-3">Not asked: neither arm tells the outcome of any episode.</p>;
  }
  if (outcomes.reason === "ALL_TOLD") {
    return <p className="text-ink-2">Every outcome of both arms is told.</p>;
  }
  return (
    <CountEvidence
      line={line}
      started={{ candidate: candidateStarted, baseline: baselineStarted }}
      policy={policy}
    />
  );
}
