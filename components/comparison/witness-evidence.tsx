import { differenceLimits } from "@/lib/format/measurement";
import { outOf, percent, points, signedPoints } from "@/lib/format/numbers";
import type { Policy } from "@/lib/domain/policy";
import type { GateFinding } from "@/lib/metrics/parity-gate";
import type { WitnessGate } from "@/lib/metrics/parity/witness-gate";

const FINDINGS: Record<GateFinding, { word: string; ink: string }> = {
  ok: { word: "alike", ink: "text-ok" },
  bad: { word: "differs", ink: "text-damage-ink" },
  unclear: { word: "cannot tell", ink: "text-exposure-ink" },
};

/** The second gate: do both arms lack witnesses alike? Where nobody saw the marker, no damage is seen. */
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
  const { word, ink } = FINDINGS[line.finding];
  const interval =
    line.lo === null || line.hi === null
      ? "no interval with a single case"
      : `${differenceLimits({ lo: line.lo, hi: line.hi }, "share")} (${percent(1 - 2 * policy.alpha)})`;
  return (
    <p className="text-ink-2">
      {outOf(line.candidateCount, candidateStarted)} ({percent(line.candidateRate)}) against{" "}
      {outOf(line.baselineCount, baselineStarted)} ({percent(line.baselineRate)}):{" "}
      {signedPoints(line.difference)}, {interval}; allowed is ± {points(policy.margin * 100)}{" "}
      points. <b className={`font-semibold ${ink}`}>{word}</b>
    </p>
  );
}
