import { outOf, plural, wholePercent } from "@/lib/format/numbers";
import type { OutcomeGate } from "@/lib/metrics/parity/outcome-gate";
import type { GateSentences } from "./gate-sentences";

/** The words of an outcome gate that shuts the comparison; null when it does not. */
export function outcomeSentences({ reason, line, ...found }: OutcomeGate): GateSentences | null {
  if (line === null) return null;
  const advice = [
    "Have the harness record whether the attacker's action happened, or marker and authorisation of each call, so that it can be told.",
    `Then run the ${plural(found.casesUntold, "case")} with such episodes again in both arms.`,
  ];
  if (reason === "UNTOLD_RATES_DIFFER") {
    return {
      headline: `The outcome of ${wholePercent(line.candidateRate)} of the candidate's episodes is not told, of ${wholePercent(line.baselineRate)} of the baseline's.`,
      explanation: `Where nothing tells whether the attack succeeded, no success is counted: a difference would flatter the ${line.difference > 0 ? "candidate" : "baseline"}. No difference is computed.`,
      advice,
    };
  }
  if (reason === "UNTOLD_TOO_FEW") {
    return {
      headline: `Cannot tell whether the arms tell their outcomes alike: ${plural(found.cases, "common case")} are too few.`,
      explanation: `In ${outOf(line.candidateCount, found.candidateStarted)} episodes of the candidate and ${outOf(line.baselineCount, found.baselineStarted)} of the baseline nothing tells whether the attack succeeded, and nothing shows that both arms lack it to the same extent. No difference is shown.`,
      advice,
    };
  }
  return null;
}
