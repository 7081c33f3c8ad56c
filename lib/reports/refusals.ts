import { plural } from "@/lib/format/numbers";
import { nParityZeroAborts } from "@/lib/stats/n-parity-zero-aborts";
import { type Admission, episodesMissing } from "./admission";
import type { Refusal } from "./comparison-report";
import type { GateSentences } from "./gate-sentences";
import type { PairedCase } from "./pair-arms";

/** What the list is made of; `words` are the abort gate's, `witnessWords` those of a shut witness gate. */
type Found = {
  admission: Admission;
  cases: readonly PairedCase[];
  /** Common cases with an aborted episode in either arm. */
  casesWithAborts: number;
  words: GateSentences;
  witnessWords: GateSentences | null;
};

/** Everything that shuts a comparison, in the order of the checks, in one shape for page, API and export. */
export function refusalsOf(found: Found): Refusal[] {
  return [
    ...configurationRefusal(found),
    ...abortRefusal(found),
    ...plannedRefusal(found),
    ...witnessRefusal(found),
  ];
}

function configurationRefusal({ admission, cases }: Found): Refusal[] {
  return admission.configuration.map(({ code, sentence, figures, advice, rerun }) => ({
    code,
    sentence,
    figures,
    thresholds: {},
    advice: [advice],
    rerunCases: rerun ? cases.length : 0,
  }));
}

function abortRefusal({ admission, words, casesWithAborts }: Found): Refusal[] {
  const { gate } = admission;
  if (!gate.blocked || gate.reason === "EQUIVALENT") return [];
  const { margin, alpha, maxAbortRate } = gate.policy;
  const strict = gate.completeData
    ? "Parity was not shown, and this project's policy asks for it."
    : null;
  return [
    {
      code: gate.reason,
      sentence: strict ?? words.headline,
      figures: {
        candidateAborted: gate.candidateAborted,
        candidateStarted: gate.candidateStarted,
        baselineAborted: gate.baselineAborted,
        baselineStarted: gate.baselineStarted,
        commonCases: gate.cases,
        lostCases: gate.lostCases.length,
      },
      thresholds: {
        margin,
        alpha,
        maxAbortRate,
        // What parity takes at best: this many cases without any abort.
        ...(gate.reason === "TOO_FEW" && { leastCases: nParityZeroAborts(margin, alpha) }),
      },
      advice: words.advice,
      rerunCases: casesWithAborts,
    },
  ];
}

/** Complete data open the gate only when all that was planned was run. */
function plannedRefusal({ admission }: Found): Refusal[] {
  const { gate, missing } = admission;
  const count = episodesMissing(missing);
  if (gate.state !== "not_shown" || !gate.completeData || count === 0) return [];
  return [
    {
      code: "PLANNED_EPISODES_MISSING",
      sentence: `${plural(count, "planned episode was", "planned episodes were")} never started.`,
      figures: { candidateMissing: missing.candidate, baselineMissing: missing.baseline },
      thresholds: { missing: 0 },
      advice: ["Run the missing episodes, then compare again."],
      rerunCases: missing.cases,
    },
  ];
}

function witnessRefusal({ admission, witnessWords }: Found): Refusal[] {
  const { witness, gate } = admission;
  const { reason, line } = witness;
  if (witnessWords === null || line === null) return [];
  if (reason !== "NA_RATES_DIFFER" && reason !== "NA_TOO_FEW") return [];
  return [
    {
      code: reason,
      sentence: witnessWords.headline,
      figures: {
        candidateWithoutWitness: line.candidateCount,
        candidateStarted: witness.candidateStarted,
        baselineWithoutWitness: line.baselineCount,
        baselineStarted: witness.baselineStarted,
        commonCases: witness.cases,
      },
      thresholds: { margin: gate.policy.margin, alpha: gate.policy.alpha },
      advice: witnessWords.advice,
      rerunCases: witness.casesWithoutWitness,
    },
  ];
}
