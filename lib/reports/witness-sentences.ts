import { outOf, plural, wholePercent } from "@/lib/format/numbers";
import type { WitnessGate } from "@/lib/metrics/parity/witness-gate";
import type { GateSentences } from "./gate-sentences";

/** The words of a witness gate that shuts the comparison; null when it does not. */
export function witnessSentences({ reason, line, ...found }: WitnessGate): GateSentences | null {
  if (line === null) return null;
  const rerun = `Then run the ${plural(found.casesWithoutWitness, "case")} with such episodes again in both arms.`;
  const mend =
    "Find out why the marker was not seen before the defence (door, retrieval), and mend the corpus.";
  if (reason === "NA_RATES_DIFFER") {
    return {
      headline: `${wholePercent(line.candidateRate)} of the candidate's episodes carry no witness, ${wholePercent(line.baselineRate)} of the baseline's.`,
      explanation: `Where nobody saw the marker arrive, no damage can be seen: a difference would flatter the ${line.difference > 0 ? "candidate" : "baseline"}. No difference is computed.`,
      advice: [mend, rerun],
    };
  }
  if (reason === "NA_TOO_FEW") {
    return {
      headline: `Cannot tell whether the arms lack witnesses alike: ${plural(found.cases, "common case")} are too few.`,
      explanation: `${outOf(line.candidateCount, found.candidateStarted)} episodes of the candidate and ${outOf(line.baselineCount, found.baselineStarted)} of the baseline carry no witness, and nothing shows that both arms lack them to the same extent. No difference is shown.`,
      advice: [mend, rerun],
    };
  }
  return null;
}
